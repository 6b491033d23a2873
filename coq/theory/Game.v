(** Games as families of moves, and who wins them.  This file and the instance are what a reader has to believe;
    the rest is checked by Coq. *)

From Coq Require Import String NArith ZArith Arith List Bool Lia Wf_nat.
Import ListNotations.
Local Open Scope N_scope.

(** A position: the sizes of the piles. *)
Definition position := list N.

(** How a move changes a pile. *)
Inductive change :=
| Same     (** x' = x *)
| Less     (** x' < x *)
| AtMost.  (** x' <= x *)

(** A condition on a sum of multiples of the piles before and after the move. *)
Inductive bound :=
| Between (least most : option Z)  (** least <= sum <= most, where given *)
| Modulo (m r : Z).                (** sum = r mod m *)

Record condition := Condition {
  before : list Z;  (** the coefficients of the piles before the move *)
  after : list Z;   (** and of those after it *)
  sum_is : bound
}.

Record family := Family {
  name : string;
  changes : list change;          (** one for each pile *)
  conditions : list condition;    (** all must hold *)
  blockable : bool
}.

Inductive convention :=
| Normal             (** who cannot move loses *)
| Misere             (** who cannot move wins *)
| Blocking (k : N).  (** normal play; before each move the opponent forbids at most k - 1 blockable options *)

Record game := Game {
  piles : nat;
  play : convention;
  terminals : list position;  (** positions from which no move is allowed, though families have one *)
  families : list family
}.

(** ** Moves *)

Fixpoint dot (c : list Z) (v : list N) : Z :=
  match c, v with
  | a :: c, x :: v => (a * Z.of_N x + dot c v)%Z
  | _, _ => 0%Z
  end.

Definition within (b : bound) (z : Z) : bool :=
  match b with
  | Between least most =>
      match least with Some l => (l <=? z)%Z | None => true end &&
      match most with Some h => (z <=? h)%Z | None => true end
  | Modulo m r => (z mod m =? r)%Z
  end.

Definition changed (c : change) (x y : N) : bool :=
  match c with Same => y =? x | Less => y <? x | AtMost => y <=? x end.

Fixpoint all_changed (cs : list change) (x y : position) : bool :=
  match cs, x, y with
  | [], [], [] => true
  | c :: cs, a :: x, b :: y => changed c a b && all_changed cs x y
  | _, _, _ => false
  end.

Definition satisfied (x y : position) (c : condition) : bool :=
  within (sum_is c) (dot (before c) x + dot (after c) y).

(** Whether y is an option of x by the family. *)
Definition is_move (x y : position) (f : family) : bool :=
  all_changed (changes f) x y && forallb (satisfied x y) (conditions f).

(** Moves never enlarge a pile, so the options of x are among the tuples below it. *)
Fixpoint below (x : position) : list position :=
  match x with
  | [] => [[]]
  | a :: x => flat_map (fun v => map (cons (N.of_nat v)) (below x)) (seq 0 (S (N.to_nat a)))
  end.

(** The options of x by some families, each once. *)
Definition options (fs : list family) (x : position) : list position :=
  filter (fun y => existsb (is_move x y) fs) (below x).

(** ** Outcome *)

Definition blockable_families (g : game) := filter blockable (families g).
Definition unblockable_families (g : game) := filter (fun f => negb (blockable f)) (families g).

Definition is_terminal (g : game) (x : position) : bool :=
  existsb (fun t => if list_eq_dec N.eq_dec x t then true else false) (terminals g).

(** Whether x is a P-position (who moves loses) if p tells this of its options. *)
Definition rule (g : game) (x : position) (p : position -> bool) : bool :=
  let options fs := if is_terminal g x then [] else options fs x in
  match play g with
  | Normal => negb (existsb p (options (families g)))
  | Misere => existsb (fun _ => true) (options (families g)) && negb (existsb p (options (families g)))
  | Blocking k =>
      negb (existsb p (options (unblockable_families g))) &&
      (N.of_nat (length (filter p (options (blockable_families g)))) <? k)
  end.

Definition total (x : position) : nat := N.to_nat (fold_right N.add 0 x).

(** The outcome by recursion along moves, which make the total smaller.  That every family of a game decreases is
    [decreases] below; for a game in which some move did not, an option that is no smaller would count as no
    P-position, and [outcome_rule] would not hold. *)
Definition outcome (g : game) : position -> bool :=
  Fix (well_founded_ltof position total) (fun _ => bool)
    (fun x recursive => rule g x (fun y =>
       match lt_dec (total y) (total x) with
       | left smaller => recursive y smaller
       | right _ => false
       end)).

(** A P-position: the player who moved last wins. *)
Definition P_position (g : game) (x : position) : Prop := outcome g x = true.

(** Every family takes from some pile and has as many entries as there are piles. *)
Definition decreases (g : game) : bool :=
  forallb (fun f => (length (changes f) =? piles g)%nat &&
                    existsb (fun c => match c with Less => true | _ => false end) (changes f))
          (families g).

(** ** What this means *)

Definition is_option (g : game) (x y : position) : Prop :=
  is_terminal g x = false /\ exists f, In f (families g) /\ is_move x y f = true.

Lemma changed_le c x y : changed c x y = true -> y <= x.
Proof. destruct c; cbn; intros H; [apply N.eqb_eq in H | apply N.ltb_lt in H | apply N.leb_le in H]; lia. Qed.

Lemma all_changed_length cs x y : all_changed cs x y = true -> length x = length cs /\ length y = length cs.
Proof.
  revert x y. induction cs as [|c cs IH]; intros [|a x] [|b y] H; cbn in *; try discriminate; auto.
  apply andb_prop in H as [_ H]. destruct (IH _ _ H). lia.
Qed.

Lemma all_changed_le cs x y : all_changed cs x y = true -> Forall2 N.le y x.
Proof.
  revert x y. induction cs as [|c cs IH]; intros [|a x] [|b y] H; cbn in *; try discriminate; constructor.
  - apply andb_prop in H as [H _]. eapply changed_le; eauto.
  - apply andb_prop in H as [_ H]. auto.
Qed.

Lemma below_spec x y : In y (below x) <-> Forall2 N.le y x.
Proof.
  revert y. induction x as [|a x IH]; intros y; cbn [below].
  - split.
    + intros [<-|[]]. constructor.
    + inversion 1. now left.
  - rewrite in_flat_map. split.
    + intros (v & Hv & Hy). apply in_map_iff in Hy as (z & <- & Hz). apply in_seq in Hv.
      constructor; [lia|]. now apply IH.
    + inversion 1 as [|b ? y' ? Hb Hy']; subst. exists (N.to_nat b). split; [apply in_seq; lia|].
      apply in_map_iff. exists y'. rewrite N2Nat.id. split; [reflexivity|]. now apply IH.
Qed.

Lemma options_spec fs x y : In y (options fs x) <-> exists f, In f fs /\ is_move x y f = true.
Proof.
  unfold options. rewrite filter_In, existsb_exists. split; [tauto|].
  intros (f & Hf & H). split; [|eauto]. apply below_spec.
  unfold is_move in H. apply andb_prop in H as [H _]. eapply all_changed_le; eauto.
Qed.

Lemma NoDup_both {A} (l l' : list A) :
  NoDup l -> NoDup l' -> (forall a, In a l -> ~ In a l') -> NoDup (l ++ l').
Proof.
  induction 1 as [|a l Ha Hl IH]; intros Hl' H; [assumption|]. cbn. constructor.
  - rewrite in_app_iff. intros [C|C]; [contradiction|]. now apply (H a (or_introl eq_refl)).
  - apply IH; [assumption|]. intros b Hb. apply H. now right.
Qed.

Lemma NoDup_image {A B} (f : A -> B) (l : list A) :
  (forall a b, In a l -> In b l -> f a = f b -> a = b) -> NoDup l -> NoDup (map f l).
Proof.
  intros Hf. induction 1 as [|a l Ha Hl IH]; cbn; constructor.
  - intros C. apply in_map_iff in C as (b & Hb & Hin). assert (a = b) as ->; [|contradiction].
    apply Hf; [now left|now right|now symmetry].
  - apply IH. intros b c Hb Hc. apply Hf; now right.
Qed.

Lemma below_distinct x : NoDup (below x).
Proof.
  induction x as [|a x IH]; cbn [below]; [constructor; [easy|constructor]|].
  generalize (seq_NoDup (S (N.to_nat a)) 0). generalize (seq 0 (S (N.to_nat a))) as l.
  induction l as [|v l IHl]; intros H; cbn; [constructor|]. inversion H as [|? ? Hv Hl]; subst.
  apply NoDup_both; [|auto|].
  - apply NoDup_image; [|assumption]. congruence.
  - intros y Hy C. apply in_map_iff in Hy as (z & <- & _). apply in_flat_map in C as (w & Hw & C).
    apply in_map_iff in C as (z' & E & _). injection E as E _. apply Nat2N.inj in E. subst. contradiction.
Qed.

Lemma options_distinct fs x : NoDup (options fs x).
Proof. apply NoDup_filter, below_distinct. Qed.

Lemma total_cons a x : total (a :: x) = (N.to_nat a + total x)%nat.
Proof. unfold total. cbn. lia. Qed.

Lemma moves_decrease g x y : decreases g = true -> is_option g x y -> (total y < total x)%nat.
Proof.
  unfold decreases. rewrite forallb_forall. intros Hg (_ & f & Hf & Hm).
  specialize (Hg f Hf). apply andb_prop in Hg as [_ Hless].
  unfold is_move in Hm. apply andb_prop in Hm as [Hm _].
  assert (forall cs x y, all_changed cs x y = true -> (total y <= total x)%nat) as Hle.
  { clear. intros cs x y H. apply all_changed_le in H. induction H; [lia|]. rewrite !total_cons. lia. }
  revert x y Hm Hless. generalize (changes f) as cs. clear f Hf. induction cs as [|c cs IH];
    intros [|a x] [|b y] Hm Hless; cbn in *; try discriminate.
  apply andb_prop in Hm as [Hc Hm]. rewrite !total_cons. specialize (Hle _ _ _ Hm).
  pose proof (changed_le _ _ _ Hc). apply orb_prop in Hless as [H'|Hless].
  - destruct c; try discriminate. apply N.ltb_lt in Hc. lia.
  - specialize (IH _ _ Hm Hless). lia.
Qed.

Lemma rule_local g x p q :
  (forall y, is_option g x y -> p y = q y) -> rule g x p = rule g x q.
Proof.
  intros H. unfold rule. destruct (is_terminal g x) eqn:T; [reflexivity|].
  assert (forall fs, incl fs (families g) -> forall y, In y (options fs x) -> p y = q y) as H'.
  { intros fs Hfs y Hy. apply H. apply options_spec in Hy as (f & Hf & Hm). split; [exact T|]. exists f. auto. }
  assert (forall l, (forall y : position, In y l -> p y = q y) -> existsb p l = existsb q l) as He.
  { induction l as [|y l IH]; intros Hl; cbn; [reflexivity|]. rewrite Hl, IH; auto with datatypes. }
  assert (forall l, (forall y : position, In y l -> p y = q y) -> filter p l = filter q l) as Hf.
  { intros l Hl. apply filter_ext_in. exact Hl. }
  destruct (play g).
  - rewrite (He _ (H' _ (incl_refl _))). reflexivity.
  - rewrite (He _ (H' _ (incl_refl _))). reflexivity.
  - unfold blockable_families, unblockable_families.
    rewrite (He _ (H' _ (incl_filter _ _))), (Hf _ (H' _ (incl_filter _ _))). reflexivity.
Qed.

(** The outcome obeys the rule of the game.  As moves decrease, nothing else does. *)
Theorem outcome_rule g x : decreases g = true -> outcome g x = rule g x (outcome g).
Proof.
  intros Hg. unfold outcome at 1. rewrite Fix_eq.
  - apply rule_local. intros y Hy. apply (moves_decrease _ _ _ Hg) in Hy. fold (outcome g).
    destruct (lt_dec (total y) (total x)); [reflexivity|contradiction].
  - intros z f h Hfh. apply rule_local. intros y _. destruct lt_dec; auto.
Qed.

(** In words: in normal play P-positions are those without an option that is a P-position. *)
Theorem outcome_normal g x : decreases g = true -> play g = Normal ->
  (P_position g x <-> forall y, is_option g x y -> ~ P_position g y).
Proof.
  intros Hg Hp. unfold P_position. rewrite outcome_rule by assumption. unfold rule. rewrite Hp.
  rewrite negb_true_iff, <- not_true_iff_false, existsb_exists. unfold is_option.
  destruct (is_terminal g x).
  - split; [intros _ y [C _]; discriminate|]. intros _ (y & [] & _).
  - split.
    + intros H y (_ & Ho) C. apply H. exists y. split; [|assumption]. now apply options_spec.
    + intros H (y & Hy & C). apply options_spec in Hy. exact (H y (conj eq_refl Hy) C).
Qed.

(** In misere play those that have an option, but none that is a P-position. *)
Theorem outcome_misere g x : decreases g = true -> play g = Misere ->
  (P_position g x <-> (exists y, is_option g x y) /\ forall y, is_option g x y -> ~ P_position g y).
Proof.
  intros Hg Hp. unfold P_position. rewrite outcome_rule by assumption. unfold rule. rewrite Hp.
  rewrite andb_true_iff, negb_true_iff, <- not_true_iff_false, !existsb_exists. unfold is_option.
  destruct (is_terminal g x).
  - split; [intros [(y & [] & _) _]|]. intros [(y & C & _) _]. discriminate.
  - split.
    + intros [(y & Hy & _) H]. split.
      * exists y. split; [reflexivity|]. now apply options_spec in Hy.
      * intros z (_ & Ho) C. apply H. exists z. split; [|assumption]. now apply options_spec.
    + intros [(y & _ & Hy) H]. split.
      * exists y. split; [|reflexivity]. now apply options_spec.
      * intros (z & Hz & C). apply options_spec in Hz. exact (H z (conj eq_refl Hz) C).
Qed.

(** With blocking, a P-position is one at which some set of fewer than k options can be forbidden so that the player to
    move has no other option that is a P-position; what a family that is not blockable gives cannot be forbidden. *)
Theorem outcome_blocking g x k : decreases g = true -> play g = Blocking k -> 1 <= k ->
  (P_position g x <->
   exists blocked, N.of_nat (length blocked) < k /\
   forall f y, is_terminal g x = false -> In f (families g) -> is_move x y f = true -> P_position g y ->
   blockable f = true /\ In y blocked).
Proof.
  intros Hg Hp Hk. unfold P_position. rewrite outcome_rule by assumption. unfold rule. rewrite Hp.
  rewrite andb_true_iff, N.ltb_lt, negb_true_iff, <- not_true_iff_false, existsb_exists.
  unfold unblockable_families, blockable_families. destruct (is_terminal g x).
  { split.
    - intros _. exists []. split; [cbn; lia|]. intros; discriminate.
    - intros _. split; [intros (y & [] & _)|cbn; lia]. }
  split.
  - intros [Hu Hb]. exists (filter (outcome g) (options (filter blockable (families g)) x)).
    split; [exact Hb|]. intros f y _ Hf Hm Hy. destruct (blockable f) eqn:E.
    + split; [reflexivity|]. apply filter_In. split; [|exact Hy]. apply options_spec. exists f.
      split; [apply filter_In; auto|exact Hm].
    + exfalso. apply Hu. exists y. split; [|exact Hy]. apply options_spec. exists f.
      split; [apply filter_In; rewrite E; auto|exact Hm].
  - intros (blocked & Hn & H). split.
    + intros (y & Hy & Py). apply options_spec in Hy as (f & Hf & Hm). apply filter_In in Hf as [Hf Hb].
      destruct (H f y eq_refl Hf Hm Py) as [C _]. rewrite C in Hb. discriminate.
    + enough (length (filter (outcome g) (options (filter blockable (families g)) x)) <= length blocked)%nat by lia.
      apply NoDup_incl_length; [apply NoDup_filter, options_distinct|].
      intros y Hy. apply filter_In in Hy as [Hy Py]. apply options_spec in Hy as (f & Hf & Hm).
      apply filter_In in Hf as [Hf _]. now destruct (H f y eq_refl Hf Hm Py).
Qed.
