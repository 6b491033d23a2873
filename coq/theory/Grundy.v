(** Sprague-Grundy values, and what the P-positions of a game with one more pile say of them. *)

From Coq Require Import String NArith ZArith Arith List Bool Lia Wf_nat.
From Wythoff Require Import Game.
Import ListNotations.
Local Open Scope N_scope.

(** ** The least number that is missing *)

Definition among (l : list N) (v : N) : bool := existsb (N.eqb v) l.

Definition mex (l : list N) : N :=
  match find (fun v => negb (among l v)) (map N.of_nat (seq 0 (S (length l)))) with
  | Some v => v
  | None => 0
  end.

Lemma among_in l v : among l v = true <-> In v l.
Proof.
  unfold among. rewrite existsb_exists. split.
  - intros (w & Hw & E). apply N.eqb_eq in E. now subst.
  - intros H. exists v. now rewrite N.eqb_refl.
Qed.

Lemma find_first {A} (f : A -> bool) l v : find f l = Some v ->
  exists before after, l = before ++ v :: after /\ f v = true /\ forall w, In w before -> f w = false.
Proof.
  induction l as [|a l IH]; cbn; [discriminate|]. destruct (f a) eqn:E.
  - intros [= ->]. exists [], l. repeat split; auto. intros w [].
  - intros H. destruct (IH H) as (b & c & -> & Hv & Hb). exists (a :: b), c. repeat split; auto.
    intros w [<-|Hw]; auto.
Qed.

Lemma mex_spec l : ~ In (mex l) l /\ forall w, w < mex l -> In w l.
Proof.
  unfold mex. destruct find as [v|] eqn:E.
  - apply find_first in E as (b & c & El & Hv & Hb). apply negb_true_iff in Hv. split.
    + intros C. apply among_in in C. congruence.
    + intros w Hw.
      assert (nth_error (map N.of_nat (seq 0 (S (length l)))) (length b) = Some v) as Hn.
      { rewrite El, nth_error_app2, Nat.sub_diag by lia. reflexivity. }
      assert (length b < S (length l))%nat as Hlen.
      { assert (length b < length (map N.of_nat (seq 0 (S (length l)))))%nat as H.
        { apply nth_error_Some. congruence. }
        now rewrite map_length, seq_length in H. }
      rewrite nth_error_map in Hn.
      rewrite (nth_error_nth' (seq 0 (S (length l))) 0%nat) in Hn by now rewrite seq_length.
      rewrite seq_nth in Hn by assumption. cbn in Hn. injection Hn as Hn.
      assert (In w b) as Hin.
      { assert (nth_error (map N.of_nat (seq 0 (S (length l)))) (N.to_nat w) = Some w) as Hw'.
        { rewrite nth_error_map, (nth_error_nth' (seq 0 (S (length l))) 0%nat) by (rewrite seq_length; lia).
          rewrite seq_nth by lia. cbn. now rewrite N2Nat.id. }
        rewrite El, nth_error_app1 in Hw' by lia. eapply nth_error_In; eauto. }
      specialize (Hb w Hin). apply negb_false_iff, among_in in Hb. exact Hb.
  - exfalso.
    assert (incl (map N.of_nat (seq 0 (S (length l)))) l) as Hi.
    { intros w Hw. pose proof (find_none _ _ E w Hw) as H. apply negb_false_iff, among_in in H. exact H. }
    apply NoDup_incl_length in Hi.
    + rewrite map_length, seq_length in Hi. lia.
    + apply NoDup_image; [|apply seq_NoDup]. intros a b _ _ H. now apply Nat2N.inj.
Qed.

(** ** Values *)

Definition options_of (g : game) (x : position) : list position :=
  if is_terminal g x then [] else options (families g) x.

(** The Sprague-Grundy value, by recursion along moves: the least number that no option has. *)
Definition grundy (g : game) : position -> N :=
  Fix (well_founded_ltof position total) (fun _ => N)
    (fun x recursive => mex (map (fun y =>
       match lt_dec (total y) (total x) with
       | left smaller => recursive y smaller
       | right _ => 0
       end) (options_of g x))).

Lemma options_of_spec g x y : In y (options_of g x) <-> is_option g x y.
Proof.
  unfold options_of, is_option. destruct (is_terminal g x).
  - split; [intros []|intros [C _]; discriminate].
  - rewrite options_spec. tauto.
Qed.

Theorem grundy_rule g x : decreases g = true -> grundy g x = mex (map (grundy g) (options_of g x)).
Proof.
  intros Hg. unfold grundy at 1. rewrite Fix_eq.
  - f_equal. apply map_ext_in. intros y Hy. apply options_of_spec, (moves_decrease _ _ _ Hg) in Hy.
    fold (grundy g). destruct (lt_dec (total y) (total x)); [reflexivity|contradiction].
  - intros z f h Hfh. f_equal. apply map_ext. intros y. destruct lt_dec; auto.
Qed.

(** In words: no option has the value of a position, and every smaller value is that of an option. *)
Theorem grundy_spec g x : decreases g = true ->
  (forall y, is_option g x y -> grundy g y <> grundy g x) /\
  (forall w, w < grundy g x -> exists y, is_option g x y /\ grundy g y = w).
Proof.
  intros Hg. pose proof (mex_spec (map (grundy g) (options_of g x))) as [Hn Hs].
  rewrite <- grundy_rule in Hn, Hs by assumption. split.
  - intros y Hy E. apply Hn. apply in_map_iff. exists y. split; [exact E|]. now apply options_of_spec.
  - intros w Hw. apply Hs, in_map_iff in Hw as (y & E & Hy). exists y. split; [now apply options_of_spec|exact E].
Qed.

(** ** One more pile *)

Definition wider (most : N) (k : nat) (f : family) : family :=
  Family (name f) (changes f ++ [Same])
    (map (fun c => Condition (before c ++ [0%Z]) (after c ++ [0%Z]) (sum_is c)) (conditions f) ++
     [Condition (repeat 0%Z k ++ [1%Z]) (repeat 0%Z (S k)) (Between None (Some (Z.of_N most)))])
    (blockable f).

Definition new_pile (most : N) (k : nat) : family :=
  Family "nim pile" (repeat Same k ++ [Less])
    [Condition (repeat 0%Z k ++ [1%Z]) (repeat 0%Z (S k)) (Between None (Some (Z.of_N most)))] true.

(** The game together with a pile of Nim; if that has more than so many tokens there is no move at all. *)
Definition plus_pile (most : N) (g : game) : game :=
  Game (S (piles g)) (play g) (map (fun t => t ++ [0]) (terminals g))
    (map (wider most (piles g)) (families g) ++ [new_pile most (piles g)]).

(** Conditions have a coefficient for each pile. *)
Definition shaped (g : game) : bool :=
  forallb (fun f => forallb (fun c => (length (before c) =? piles g)%nat && (length (after c) =? piles g)%nat)
    (conditions f)) (families g).

Lemma dot_app c d x y : length c = length x -> dot (c ++ d) (x ++ y) = (dot c x + dot d y)%Z.
Proof.
  revert x. induction c as [|a c IH]; intros [|b x] H; cbn [dot app length] in *; try discriminate; [lia|].
  rewrite IH by lia. lia.
Qed.

Lemma dot_zeros n x : dot (repeat 0%Z n) x = 0%Z.
Proof. revert x. induction n as [|n IH]; intros [|a x]; cbn [repeat dot]; auto. rewrite IH. lia. Qed.

Lemma all_changed_app cs c x y a b : length cs = length x -> length cs = length y ->
  all_changed (cs ++ [c]) (x ++ [a]) (y ++ [b]) = all_changed cs x y && changed c a b.
Proof.
  revert x y. induction cs as [|d cs IH]; intros [|p x] [|q y] Hx Hy; cbn in *; try discriminate.
  - now rewrite andb_true_r.
  - rewrite IH by lia. now rewrite andb_assoc.
Qed.

Lemma all_same x y n : length x = n -> all_changed (repeat Same n) x y = true <-> y = x.
Proof.
  revert x y. induction n; intros [|a x] [|b y] H; cbn in *; try discriminate; try (split; congruence).
  rewrite andb_true_iff, N.eqb_eq, IHn by lia. split; [intros [-> ->]; reflexivity|]. intros [= -> ->]. auto.
Qed.

Section Plus.

Variable g : game.
Variable most : N.
Hypothesis down : decreases g = true.
Hypothesis shape : shaped g = true.

Local Notation k := (piles g).

Lemma changes_length f : In f (families g) -> length (changes f) = k.
Proof.
  intros H. unfold decreases in down. rewrite forallb_forall in down. specialize (down f H).
  apply andb_prop in down as [E _]. now apply Nat.eqb_eq in E.
Qed.

Lemma pile_bound x y v w : length x = k -> length y = k ->
  satisfied (x ++ [v]) (y ++ [w])
    (Condition (repeat 0%Z k ++ [1%Z]) (repeat 0%Z (S k)) (Between None (Some (Z.of_N most)))) = (v <=? most).
Proof.
  intros Hx Hy. unfold satisfied. cbn [before after sum_is within]. rewrite dot_zeros.
  rewrite dot_app by now rewrite repeat_length. rewrite dot_zeros. cbn [dot].
  destruct (N.leb_spec v most); [apply Z.leb_le|apply Z.leb_gt]; lia.
Qed.

Lemma wider_move f x y v w : In f (families g) -> length x = k -> length y = k ->
  is_move (x ++ [v]) (y ++ [w]) (wider most k f) = is_move x y f && (w =? v) && (v <=? most).
Proof.
  intros Hf Hx Hy. unfold is_move, wider. cbn [changes conditions].
  pose proof (changes_length f Hf) as Hl.
  rewrite all_changed_app by congruence. cbn [changed].
  rewrite forallb_app. cbn [forallb]. rewrite pile_bound, andb_true_r by assumption.
  assert (forallb (satisfied (x ++ [v]) (y ++ [w]))
            (map (fun c => Condition (before c ++ [0%Z]) (after c ++ [0%Z]) (sum_is c)) (conditions f)) =
          forallb (satisfied x y) (conditions f)) as ->.
  { unfold shaped in shape. rewrite forallb_forall in shape. specialize (shape f Hf).
    rewrite forallb_forall in shape. induction (conditions f) as [|c l IH]; [reflexivity|]. cbn [map forallb].
    rewrite IH by (intros; apply shape; now right). f_equal.
    specialize (shape c (or_introl eq_refl)). apply andb_prop in shape as [Hb Ha].
    apply Nat.eqb_eq in Hb, Ha. unfold satisfied. cbn [before after sum_is].
    rewrite !dot_app by congruence. cbn [dot]. f_equal. lia. }
  destruct (all_changed (changes f) x y), (forallb (satisfied x y) (conditions f)), (w =? v), (v <=? most); reflexivity.
Qed.

Lemma new_pile_move x y v w : length x = k -> length y = k ->
  is_move (x ++ [v]) (y ++ [w]) (new_pile most k) = true <-> y = x /\ w < v /\ v <= most.
Proof.
  intros Hx Hy. unfold is_move, new_pile. cbn [changes conditions forallb].
  rewrite all_changed_app by (rewrite repeat_length; congruence).
  rewrite pile_bound by assumption. rewrite !andb_true_iff, all_same by assumption. cbn [changed].
  rewrite N.ltb_lt, N.leb_le. tauto.
Qed.

Lemma last_pile (y : position) n : length y = S n -> exists z w, y = z ++ [w] /\ length z = n.
Proof.
  intros H. destruct (exists_last (l := y)) as (z & w & ->); [destruct y; discriminate|].
  exists z, w. rewrite app_length in H. cbn in H. split; [reflexivity|lia].
Qed.

Lemma plus_decreases : decreases (plus_pile most g) = true.
Proof.
  unfold decreases. apply forallb_forall. intros f Hf. cbn [plus_pile families piles] in *.
  apply in_app_iff in Hf as [Hf|[<-|[]]].
  - apply in_map_iff in Hf as (h & <- & Hh). unfold decreases in down. rewrite forallb_forall in down.
    specialize (down h Hh). apply andb_prop in down as [E L]. apply Nat.eqb_eq in E.
    cbn [wider changes]. rewrite app_length, existsb_app, L, E. cbn [length]. rewrite Nat.add_1_r, Nat.eqb_refl.
    reflexivity.
  - cbn [new_pile changes]. rewrite app_length, repeat_length, existsb_app. cbn [length existsb].
    rewrite Nat.add_1_r, Nat.eqb_refl, !orb_true_r. reflexivity.
Qed.

Lemma plus_terminal x v : is_terminal (plus_pile most g) (x ++ [v]) = is_terminal g x && (v =? 0).
Proof.
  unfold is_terminal. cbn [plus_pile terminals]. induction (terminals g) as [|t l IH]; [reflexivity|].
  cbn [map existsb]. rewrite IH.
  destruct (list_eq_dec N.eq_dec (x ++ [v]) (t ++ [0])) as [E|E];
    destruct (list_eq_dec N.eq_dec x t) as [E'|E'].
  - apply app_inj_tail in E as [_ ->]. now rewrite N.eqb_refl.
  - apply app_inj_tail in E as [-> _]. contradiction.
  - subst. destruct (N.eqb_spec v 0); [subst; contradiction|]. now rewrite !andb_false_r.
  - reflexivity.
Qed.

(** The options with the new pile: those of the game, and those of the pile. *)
Lemma plus_option x v y : length x = k -> v <= most -> is_terminal g x && (v =? 0) = false ->
  is_option (plus_pile most g) (x ++ [v]) y <->
  (exists z, y = z ++ [v] /\ exists f, In f (families g) /\ is_move x z f = true) \/
  (exists w, y = x ++ [w] /\ w < v).
Proof.
  intros Hx Hv Ht. unfold is_option. rewrite plus_terminal. split.
  - intros [_ (f & Hf & Hm)].
    assert (length y = S k) as Hy.
    { assert (length (changes f) = S k) as Hl.
      { cbn [plus_pile families] in Hf. apply in_app_iff in Hf as [Hf|[<-|[]]].
        - apply in_map_iff in Hf as (h & <- & Hh). cbn [wider changes].
          rewrite app_length, (changes_length h Hh). cbn. lia.
        - cbn [new_pile changes]. rewrite app_length, repeat_length. cbn. lia. }
      unfold is_move in Hm. apply andb_prop in Hm as [Hm _]. apply all_changed_length in Hm as [_ Hm]. congruence. }
    destruct (last_pile y k Hy) as (z & w & -> & Hz).
    cbn [plus_pile families] in Hf. apply in_app_iff in Hf as [Hf|[<-|[]]].
    + apply in_map_iff in Hf as (h & <- & Hh). rewrite wider_move in Hm by assumption.
      apply andb_prop in Hm as [Hm _]. apply andb_prop in Hm as [Hm Hw]. apply N.eqb_eq in Hw. subst w.
      left. exists z. split; [reflexivity|]. eauto.
    + apply new_pile_move in Hm as (-> & Hw & _); [|assumption|assumption]. right. eauto.
  - intros [(z & -> & f & Hf & Hm)|(w & -> & Hw)]; (split; [exact Ht|]).
    + assert (length z = k) as Hz.
      { unfold is_move in Hm. apply andb_prop in Hm as [Hm _]. apply all_changed_length in Hm as [_ Hm].
        rewrite Hm. now apply changes_length. }
      exists (wider most k f). split.
      * cbn [plus_pile families]. apply in_app_iff. left. now apply in_map.
      * rewrite wider_move by assumption. rewrite Hm, N.eqb_refl. now apply N.leb_le in Hv as ->.
    + exists (new_pile most k). split.
      * cbn [plus_pile families]. apply in_app_iff. right. now left.
      * now apply new_pile_move.
Qed.

Hypothesis normal : play g = Normal.

(** Sprague and Grundy: with a pile of v tokens beside it a position is lost if and only if v is its value. *)
Theorem grundy_plus : forall x v, length x = k -> v <= most ->
  (P_position (plus_pile most g) (x ++ [v]) <-> grundy g x = v).
Proof.
  assert (forall n x v, (total x + N.to_nat v < n)%nat -> length x = k -> v <= most ->
    (P_position (plus_pile most g) (x ++ [v]) <-> grundy g x = v)) as H.
  2: { intros x v. apply (H (S (total x + N.to_nat v))). lia. }
  induction n as [|n IH]; intros x v Hn Hx Hv; [lia|].
  rewrite outcome_normal by (exact normal || apply plus_decreases).
  destruct (grundy_spec g x down) as [Hne Hall].
  destruct (is_terminal g x) eqn:T.
  - assert (grundy g x = 0) as G0.
    { rewrite grundy_rule by assumption. unfold options_of. now rewrite T. }
    destruct (N.eq_dec v 0) as [->|Hv0].
    + split; [now intros|]. intros _ y [C _]. rewrite plus_terminal, T in C. discriminate.
    + split; [|congruence]. intros H. exfalso. apply (H (x ++ [0])).
      * apply plus_option; [assumption..| |].
        -- destruct (N.eqb_spec v 0); [contradiction|apply andb_false_r].
        -- right. exists 0. split; [reflexivity|lia].
      * apply (IH x 0); auto; lia.
  - assert (forall y, (exists f, In f (families g) /\ is_move x y f = true) -> is_option g x y) as Ho.
    { intros y Hy. split; assumption. }
    split.
    + intros H. destruct (N.lt_trichotomy (grundy g x) v) as [L|[E|L]]; [|exact E|]; exfalso.
      * apply (H (x ++ [grundy g x])); [|apply IH; auto; lia].
        apply plus_option; [assumption..| |]; [now rewrite T|]. right. eauto.
      * destruct (Hall v L) as (y & Hy & Ey). pose proof (moves_decrease _ _ _ down Hy) as D.
        destruct Hy as [_ (f & Hf & Hm)].
        assert (length y = k) as Hly.
        { unfold is_move in Hm. apply andb_prop in Hm as [Hm _]. apply all_changed_length in Hm as [_ Hm].
          rewrite Hm. now apply changes_length. }
        apply (H (y ++ [v])); [|apply IH; auto; lia].
        apply plus_option; [assumption..| |]; [now rewrite T|]. left. exists y. eauto.
    + intros E y Hy P. apply plus_option in Hy; [|assumption..|now rewrite T].
      destruct Hy as [(z & -> & f & Hf & Hm)|(w & -> & Hw)].
      * assert (is_option g x z) as Hz by (apply Ho; eauto).
        pose proof (moves_decrease _ _ _ down Hz) as D.
        assert (length z = k) as Hlz.
        { unfold is_move in Hm. apply andb_prop in Hm as [Hm _]. apply all_changed_length in Hm as [_ Hm].
          rewrite Hm. now apply changes_length. }
        apply IH in P; [|lia|assumption|assumption]. apply (Hne z Hz). congruence.
      * apply IH in P; [|lia|assumption|lia]. lia.
Qed.

End Plus.
