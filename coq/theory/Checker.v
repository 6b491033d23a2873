(** Certificates, their checker, and the proof that what it accepts is true. *)

From Coq Require Import String NArith ZArith Arith List Bool Lia FMapPositive Permutation.
From Wythoff Require Import Numeration Game Automata Families Macros Counting Terminals.
Import ListNotations.
Local Open Scope N_scope.

(** ** Certificates as they are written *)

(** The states are 1, 2, ...; each has its output and its transitions.  A letter is a number, d_1 + d_2 B + d_3 B^2 ...
    for the digits d_i of the piles, where B is the radix of the certificate. *)
Record automaton := Automaton { initial : N; table : list (N * list (N * N)) }.

(** Labels and macros are numbered from 0.  Labels from [a_sterile] on never lead to an option (only used to count). *)
Record options_data := Options {
  a_machine : automaton;
  a_labels : list label;
  a_sterile : N;
  a_macros : list (N * list N * list (N * N));
  a_first : option N
}.

(** What is added to a union: the terminal positions, or the machine of the family with this number. *)
Inductive addition := Ends | By (i : nat).

Record cover := Cover { parts : list options_data; unions : list (addition * automaton) }.

Inductive evidence :=
| ByCover (absorption : cover)
| ByEnds (ends everything : automaton) (movable absorption : cover)
| ByCounts (everything : automaton) (counts : list options_data) (sums : list (nat * automaton)).

Record certificate := Certificate {
  system : numeration;
  game_of : game;
  radix : N;
  closing : option (automaton * automaton);
    (** if there are extra terminal positions: these, and the set (in misere play: the ends) without them *)
  set_of : automaton;
  proof_of : evidence
}.

(** ** Reading *)

Fixpoint decode (k : nat) (b code : N) : letter :=
  match k with O => [] | S k => code mod b :: decode k b (code / b) end.

Fixpoint numbered {A} (i : N) (l : list A) (m : PositiveMap.t A) : PositiveMap.t A :=
  match l with [] => m | a :: l => numbered (N.succ i) l (PositiveMap.add (N.succ_pos i) a m) end.

Definition read_steps (k : nat) (b : N) (l : list (N * N)) : list (letter * N) :=
  map (fun e => (decode k b (fst e), snd e)) l.

Definition read_automaton (k : nat) (b : N) (a : automaton) : dfa :=
  Dfa (initial a)
    (numbered 1 (map (fun r => Row (fst r) (read_steps k b (snd r))) (table a)) (PositiveMap.empty state_row)).

Definition read_options (k : nat) (b : N) (o : options_data) : macros :=
  Macros (read_automaton k b (a_machine o))
    (numbered 0 (a_labels o) (PositiveMap.empty label))
    (numbered 0 (map (fun e => Macro (fst (fst e)) (snd (fst e)) (read_steps k b (snd e))) (a_macros o))
       (PositiveMap.empty macro))
    (a_first o).

(** The set of a certificate, as an automaton that reads the digits of the piles. *)
Definition set (c : certificate) : dfa := read_automaton (piles (game_of c)) (radix c) (set_of c).

(** Whether a position is in the set of a certificate. *)
Definition in_set (c : certificate) (x : position) : bool := accepts (set c) (represent (system c) x).

(** ** Checking *)

Section Check.

Variable s : numeration.
Variable k : nat.
Variable fs : list family.
Variable ls : list letter.

Definition stable (source target : dfa) : bool := forallb (fun f => no_moves s f source target) fs.

Fixpoint check_parts (target : dfa) (fs : list family) (ms : list macros) : bool :=
  match fs, ms with
  | [], [] => true
  | f :: fs, m :: ms => check_macros s f target m ls && check_parts target fs ms
  | _, _ => false
  end.

Definition contained (outs : list N) : bool :=
  match outs with
  | a :: rest => (a =? 0) || match rest with [b; c] => negb (b =? 0) || negb (c =? 0) | _ => false end
  | [] => false
  end.

Definition everywhere (outs : list N) : bool :=
  match outs with [a] => negb (a =? 0) | _ => false end.

Definition nowhere_both (outs : list N) : bool :=
  match outs with
  | a :: rest => (a =? 0) || match rest with [b] => b =? 0 | _ => false end
  | [] => false
  end.

Definition implied (outs : list N) : bool :=
  match outs with
  | a :: rest => (a =? 0) || match rest with [b] => negb (b =? 0) | _ => false end
  | [] => false
  end.

(** [e] is the terminal positions; they are in [base], of which the others are in [rest]. *)
Definition check_closing (ts : list position) (e base rest : dfa) : bool :=
  exactly s k e ts && walk s k true [e; base] implied && walk s k true [base; rest; e] contained.

(** Each union is contained in the one before together with what is added; the last is everything. *)
Fixpoint chain (previous : dfa) (us : list (option dfa * dfa)) : bool :=
  match us with
  | [] => walk s k false [previous] everywhere
  | (Some d, u) :: us => walk s k true [u; previous; d] contained && chain u us
  | (None, _) :: _ => false
  end.

Definition check_cover (b : N) (base target : dfa) (ends : option dfa) (c : cover) : bool :=
  let ms := map (read_options k b) (parts c) in
  let machine_of a :=
    match a with
    | Ends => ends
    | By i => match nth_error ms i with Some m => Some (machine m) | None => None end
    end in
  check_parts target fs ms &&
  chain base (map (fun u => (machine_of (fst u), read_automaton k b (snd u))) (unions c)).

(** *** Counting *)

(** Every digit is below the radix. *)
Definition digits_fit (b : N) : bool :=
  (1 <=? b) && forallb (fun a => (if carry s then a else a - 1) <=? b - 1) (coefficients s).

(** The moves that two families share. *)
Definition meet_change (c c' : change) : option change :=
  match c, c' with
  | Same, Less | Less, Same => None
  | Same, _ | _, Same => Some Same
  | Less, _ | _, Less => Some Less
  | AtMost, AtMost => Some AtMost
  end.

Fixpoint meet_changes (cs cs' : list change) : option (list change) :=
  match cs, cs' with
  | [], [] => Some []
  | c :: cs, c' :: cs' =>
      match meet_change c c', meet_changes cs cs' with
      | Some a, Some l => Some (a :: l)
      | _, _ => None
      end
  | _, _ => None
  end.

Definition disjoint (everything : dfa) (f f' : family) : bool :=
  match meet_changes (changes f) (changes f') with
  | Some cs =>
      no_moves s (Family EmptyString cs (conditions f ++ conditions f') true) everything everything
  | None => true
  end.

Fixpoint pairwise_disjoint (everything : dfa) (fs : list family) : bool :=
  match fs with
  | [] => true
  | f :: fs => forallb (disjoint everything f) fs && pairwise_disjoint everything fs
  end.

(** Options that cannot be blocked count k times, once. *)
Definition cap_of (limit : N) (f : family) : N := if blockable f then limit else 1.
Definition unit_of (limit : N) (f : family) : N := if blockable f then 1 else limit.

Fixpoint check_all_counts (b limit : N) (target : dfa) (fs : list family) (os : list options_data) : bool :=
  match fs, os with
  | [], [] => true
  | f :: fs, o :: os =>
      check_counts s f target (read_options k b o) (a_sterile o) (cap_of limit f) (unit_of limit f) k ls &&
      check_all_counts b limit target fs os
  | _, _ => false
  end.

Definition is_sum (limit : N) (outs : list N) : bool :=
  match outs with [u; v; d] => u =? N.min limit (v + d) | _ => false end.

Definition is_few (limit : N) (outs : list N) : bool :=
  match outs with [u; d; e] => negb (e =? 0) || Bool.eqb (u <? limit) (negb (d =? 0)) | _ => false end.

(** Sums up to the limit, one machine after the other; but for terminal positions the set is where the last is below
    the limit. *)
Fixpoint sum_chain (limit : N) (d e previous : dfa) (us : list (option dfa * dfa)) : bool :=
  match us with
  | [] => walk s k false [previous; d; e] (is_few limit)
  | (Some a, u) :: us => walk s k false [u; previous; a] (is_sum limit) && sum_chain limit d e u us
  | (None, _) :: _ => false
  end.

Definition each_once (order : list nat) (n : nat) : bool :=
  (length order <=? n)%nat && forallb (fun i => existsb (Nat.eqb i) order) (seq 0 n).

Definition check_blocking (b limit : N) (d e everything : dfa) (os : list options_data) (sums : list (nat * automaton))
  : bool :=
  let machines := map (fun o => read_automaton k b (a_machine o)) os in
  (1 <=? limit) && digits_fit b && rows_distinct d &&
  only_valid s k everything && walk s k false [everything] everywhere &&
  pairwise_disjoint everything (filter blockable fs) &&
  check_all_counts b limit d fs os &&
  each_once (map fst sums) (length fs) &&
  sum_chain limit d e (Dfa 0 (PositiveMap.empty state_row))
    (map (fun u => (nth_error machines (fst u), read_automaton k b (snd u))) sums).

End Check.

Definition check (c : certificate) : bool :=
  let s := system c in
  let g := game_of c in
  let k := piles g in
  let fs := families g in
  let b := radix c in
  let ls := letters k (b - 1) in
  let d := set c in
  let closing base :=
    match closing c with
    | Some (e, r) => (read_automaton k b e, read_automaton k b r)
    | None => (Dfa 0 (PositiveMap.empty state_row), base)
    end in
  system_ok s && decreases g && only_valid s k d &&
  match play g, proof_of c with
  | Normal, ByCover a =>
      let (x, r) := closing d in
      check_closing s k (terminals g) x d r && stable s fs r d && check_cover s k fs ls b d d None a
  | Misere, ByEnds e u m a =>
      let e := read_automaton k b e in
      let u := read_automaton k b u in
      let (x, r) := closing e in
      check_closing s k (terminals g) x e r && only_valid s k u && walk s k false [u] everywhere &&
      stable s fs r u && check_cover s k fs ls b e u None m &&
      walk s k true [d; e] nowhere_both && stable s fs d d && check_cover s k fs ls b d d (Some e) a
  | Blocking limit, ByCounts u os sums =>
      let (x, r) := closing d in
      check_closing s k (terminals g) x d r && check_blocking s k fs ls b limit d x (read_automaton k b u) os sums
  | _, _ => false
  end.

(** ** Proofs *)

Opaque walk only_valid no_moves check_macros check_counts exactly.

Section Sound.

Variable s : numeration.
Variable g : game.
Hypothesis ok : system_ok s = true.
Hypothesis down : decreases g = true.

Local Notation k := (piles g).

Lemma family_shape f : In f (families g) -> length (changes f) = k.
Proof.
  intros H. unfold decreases in down. rewrite forallb_forall in down. specialize (down f H).
  apply andb_prop in down as [E _]. now apply Nat.eqb_eq in E.
Qed.

Lemma proper_values_length w : proper s k w -> length (values s k w) = k.
Proof. intros [V _]. eapply values_length; eauto. apply repeat_length. Qed.

(** Options have words of the same length. *)
Lemma option_word w f y : proper s k w -> is_move (values s k w) y f = true ->
  exists v, proper s k v /\ length v = length w /\ values s k v = y.
Proof.
  intros Hw Hm. unfold is_move in Hm. apply andb_prop in Hm as [Hm _]. apply all_changed_le in Hm.
  destruct Hw as [V N]. pose proof (valid_fits s ok _ _ V) as F.
  assert (length (clear_flags k) = k) as Hk by apply repeat_length. rewrite Hk in F.
  assert (fits s (length w) (clear_flags k) y) as Fy.
  { unfold fits in *. clear - F Hm. revert y Hm. induction F as [|a v fl vs H _ IH]; intros y Hm.
    - inversion Hm. constructor.
    - inversion Hm; subst. constructor; [lia|auto]. }
  destruct (spell_correct s ok _ _ _ Fy) as [Vy Ey]. rewrite Hk in Ey.
  exists (spell s (length w) y). repeat split; auto; rewrite spell_length; auto.
Qed.

Section Target.

Variable target : dfa.
Hypothesis target_valid : only_valid s k target = true.

(** A move into the target, found by words. *)
Lemma linked_move f x y : In f (families g) -> proper s k x -> length y = length x ->
  linked s f target x y = true ->
  proper s k y /\ accepts target y = true /\ is_move (values s k x) (values s k y) f = true.
Proof.
  intros Hf Hx Hl H. pose proof (linked_target _ _ _ _ _ H) as Ha.
  assert (proper s k y) as Hy.
  { apply (only_valid_spec s k target ok target_valid); [|exact Ha]. rewrite Hl. apply Hx. }
  split; [exact Hy|]. apply (linked_spec s f target ok x y k); auto. now apply family_shape.
Qed.

Lemma stable_spec source : stable s (families g) source target = true ->
  forall x f y, proper s k x -> In f (families g) -> accepts source x = true ->
  proper s k y -> length y = length x -> accepts target y = true ->
  is_move (values s k x) (values s k y) f = false.
Proof.
  unfold stable. rewrite forallb_forall. intros H x f y Hx Hf Ax Hy Hl Ay.
  destruct (is_move (values s k x) (values s k y) f) eqn:E; [|reflexivity].
  assert (linked s f target x y = true) as C.
  { apply (linked_spec s f target ok x y k); auto. now apply family_shape. }
  rewrite (no_moves_spec s f source target (H f Hf) x y Ax) in C. discriminate.
Qed.

Definition reaches (x : word) : Prop :=
  exists f y, In f (families g) /\ length y = length x /\ linked s f target x y = true.

Lemma check_parts_spec ls fs ms : incl fs (families g) -> check_parts s ls target fs ms = true ->
  forall m x, In m ms -> accepts (machine m) x = true -> reaches x.
Proof.
  revert ms. induction fs as [|f fs IH]; intros [|m ms] Hi H m' x Hm Hx; cbn in *; try discriminate; [tauto|].
  apply andb_prop in H as [H Hr]. destruct Hm as [<-|Hm].
  - destruct (check_macros_spec s f target m ls H x Hx) as (y & Hl & Hy).
    exists f, y. split; [apply Hi; now left|auto].
  - apply (IH ms) with (m := m'); auto. intros a Ha. apply Hi. now right.
Qed.

Lemma chain_spec (Q : word -> Prop) us : forall previous, chain s k previous us = true ->
  (forall x, proper s k x -> accepts previous x = true -> Q x) ->
  (forall d u x, In (Some d, u) us -> proper s k x -> accepts d x = true -> Q x) ->
  forall x, proper s k x -> Q x.
Proof.
  induction us as [|[[d|] u] us IH]; intros previous H Hp Hd x Hx; cbn in H; [| |discriminate].
  - apply Hp; [exact Hx|].
    exact (walk_spec s k false [previous] everywhere ok H ltac:(discriminate) x Hx).
  - apply andb_prop in H as [Hw H].
    apply (IH u H); [| |exact Hx].
    + intros y Hy Au.
      pose proof (walk_spec s k true _ contained ok Hw ltac:(reflexivity) y Hy) as Hc. cbn in Hc.
      unfold accepts in Au. apply negb_true_iff in Au. rewrite Au in Hc. cbn in Hc.
      apply orb_prop in Hc as [Hc|Hc]; [now apply Hp|]. apply (Hd d u y); auto. now left.
    + intros d' u' y Hin. apply (Hd d' u'). now right.
Qed.

Lemma check_cover_spec ls b base ends c :
  check_cover s k (families g) ls b base target ends c = true ->
  forall x, proper s k x ->
  accepts base x = true \/ (exists e, ends = Some e /\ accepts e x = true) \/ reaches x.
Proof.
  unfold check_cover. intros H. apply andb_prop in H as [Hp Hc].
  eapply chain_spec; [exact Hc| |].
  - intros x _ Hx. now left.
  - intros d u x Hin Hx Hd. right.
    apply in_map_iff in Hin as ([a v] & E & _). cbn in E. injection E as E _. destruct a as [|i].
    + left. exists d. auto.
    + right. destruct (nth_error _ i) as [m|] eqn:En; [|discriminate]. injection E as <-.
      apply nth_error_In in En. eapply check_parts_spec; eauto. apply incl_refl.
Qed.

End Target.

Lemma check_closing_spec e base rest w : check_closing s k (terminals g) e base rest = true -> proper s k w ->
  accepts e w = is_terminal g (values s k w) /\
  (is_terminal g (values s k w) = true -> accepts base w = true) /\
  (is_terminal g (values s k w) = false -> accepts base w = true -> accepts rest w = true).
Proof.
  unfold check_closing. rewrite !andb_true_iff. intros [[He Hi] Hc] Hw.
  pose proof (exactly_spec s k e ok g He eq_refl w Hw) as E. split; [exact E|]. rewrite <- E.
  pose proof (walk_spec s k true _ implied ok Hi ltac:(reflexivity) w Hw) as H1.
  pose proof (walk_spec s k true _ contained ok Hc ltac:(reflexivity) w Hw) as H2.
  cbn in H1, H2. unfold accepts. split; intros H; rewrite ?negb_true_iff, ?negb_false_iff in H.
  - rewrite H in H1. exact H1.
  - rewrite negb_true_iff. intros H'. rewrite H', H in H2. cbn in H2. now rewrite orb_false_r in H2.
Qed.

(** The three conventions, for words. *)

Lemma options_in f x y : In f (families g) -> is_move x y f = true -> In y (options (families g) x).
Proof. intros. apply options_spec. eauto. Qed.

Section Set_.

Variable d : dfa.
Hypothesis d_valid : only_valid s k d = true.

Theorem normal_words e rest ls b c : play g = Normal ->
  check_closing s k (terminals g) e d rest = true ->
  stable s (families g) rest d = true -> check_cover s k (families g) ls b d d None c = true ->
  forall n w, (total (values s k w) < n)%nat -> proper s k w -> accepts d w = outcome g (values s k w).
Proof.
  intros Hplay Hcl Hst Hco. induction n as [|n IH]; intros w Hn Hw; [lia|].
  rewrite outcome_rule by exact down. unfold rule. rewrite Hplay.
  destruct (check_closing_spec e d rest w Hcl Hw) as (_ & Hin & Hout).
  destruct (is_terminal g (values s k w)) eqn:T; [now rewrite Hin|].
  destruct (accepts d w) eqn:E.
  - symmetry. apply negb_true_iff. apply not_true_iff_false. rewrite existsb_exists. intros (y & Hy & Po).
    apply options_spec in Hy as (f & Hf & Hm).
    destruct (option_word w f y Hw Hm) as (v & Hv & Hl & Ev).
    assert (total y < total (values s k w))%nat as Ht by (apply (moves_decrease g); [exact down|split; [exact T|now exists f]]).
    rewrite <- Ev in Po, Ht, Hm. rewrite <- IH in Po by (auto; lia).
    rewrite (stable_spec d rest Hst w f v) in Hm by auto. discriminate.
  - symmetry. apply negb_false_iff, existsb_exists.
    destruct (check_cover_spec d ls b d None c Hco w Hw) as [C|[(e0 & C & _)|R]]; [congruence|discriminate|].
    destruct R as (f & v & Hf & Hl & Hk).
    destruct (linked_move d d_valid f w v Hf Hw Hl Hk) as (Hv & Av & Hm).
    exists (values s k v). split; [eapply options_in; eauto|].
    assert (total (values s k v) < total (values s k w))%nat
      by (apply (moves_decrease g); [exact down|split; [exact T|now exists f]]).
    rewrite <- IH by (auto; lia). exact Av.
Qed.

Theorem misere_words x rest ls b e u cm ca : play g = Misere ->
  check_closing s k (terminals g) x e rest = true ->
  only_valid s k u = true -> walk s k false [u] everywhere = true ->
  stable s (families g) rest u = true -> check_cover s k (families g) ls b e u None cm = true ->
  walk s k true [d; e] nowhere_both = true ->
  stable s (families g) d d = true -> check_cover s k (families g) ls b d d (Some e) ca = true ->
  forall n w, (total (values s k w) < n)%nat -> proper s k w -> accepts d w = outcome g (values s k w).
Proof.
  intros Hplay Hcl Huv Hu Hes Hem Hde Hst Hco. induction n as [|n IH]; intros w Hn Hw; [lia|].
  rewrite outcome_rule by exact down. unfold rule. rewrite Hplay.
  destruct (check_closing_spec x e rest w Hcl Hw) as (_ & Hin & Hout).
  pose proof (walk_spec s k true _ nowhere_both ok Hde ltac:(reflexivity) w Hw) as Hb. cbn in Hb.
  destruct (is_terminal g (values s k w)) eqn:T.
  { cbn. specialize (Hin eq_refl). unfold accepts in Hin |- *. apply negb_true_iff in Hin. rewrite Hin in Hb.
    rewrite orb_false_r in Hb. now rewrite Hb. }
  assert (accepts e w = true -> forall y, ~ In y (options (families g) (values s k w))) as Hend.
  { intros He y Hy. apply options_spec in Hy as (f & Hf & Hm).
    destruct (option_word w f y Hw Hm) as (v & Hv & Hl & Ev). rewrite <- Ev in Hm.
    pose proof (walk_spec s k false [u] everywhere ok Hu ltac:(discriminate) v Hv) as Av. cbn in Av.
    rewrite (stable_spec u rest Hes w f v) in Hm by auto. discriminate. }
  destruct (accepts d w) eqn:E.
  - symmetry. apply andb_true_iff. split.
    + unfold accepts in E. apply negb_true_iff in E. rewrite E in Hb. cbn in Hb.
      destruct (check_cover_spec u ls b e None cm Hem w Hw) as [C|[(? & C & _)|R]]; [|discriminate|].
      * unfold accepts in C. rewrite Hb in C. discriminate.
      * destruct R as (f & v & Hf & Hl & Hk).
        destruct (linked_move u Huv f w v Hf Hw Hl Hk) as (Hv & Av & Hm).
        apply existsb_exists. exists (values s k v). split; [eapply options_in; eauto|reflexivity].
    + apply negb_true_iff. apply not_true_iff_false. rewrite existsb_exists. intros (y & Hy & Po).
      apply options_spec in Hy as (f & Hf & Hm).
      destruct (option_word w f y Hw Hm) as (v & Hv & Hl & Ev).
      assert (total y < total (values s k w))%nat as Ht by (apply (moves_decrease g); [exact down|split; [exact T|now exists f]]).
      rewrite <- Ev in Po, Ht, Hm. rewrite <- IH in Po by (auto; lia).
      rewrite (stable_spec d d Hst w f v) in Hm by auto. discriminate.
  - symmetry. apply andb_false_iff.
    destruct (check_cover_spec d ls b d (Some e) ca Hco w Hw) as [C|[(e' & C & He)|R]]; [congruence| |].
    + injection C as <-. left. apply not_true_iff_false. rewrite existsb_exists. intros (y & Hy & _).
      exact (Hend He y Hy).
    + right. apply negb_false_iff, existsb_exists. destruct R as (f & v & Hf & Hl & Hk).
      destruct (linked_move d d_valid f w v Hf Hw Hl Hk) as (Hv & Av & Hm).
      exists (values s k v). split; [eapply options_in; eauto|].
      assert (total (values s k v) < total (values s k w))%nat
        by (apply (moves_decrease g); [exact down|split; [exact T|now exists f]]).
      rewrite <- IH by (auto; lia). exact Av.
Qed.

End Set_.

(** *** Blocking *)

Lemma in_letters n a l : In l (letters n a) <-> length l = n /\ Forall (fun d => d <= a) l.
Proof.
  revert l. induction n as [|n IH]; intros l; cbn [letters].
  - split.
    + intros [<-|[]]. auto.
    + intros [H _]. destruct l; [now left|discriminate].
  - rewrite in_flat_map. split.
    + intros (v & Hv & Hl). apply in_map_iff in Hl as (r & <- & Hr). apply IH in Hr as [Hr Hf].
      apply in_seq in Hv. split; [cbn; lia|]. constructor; [lia|assumption].
    + intros [Hl Hf]. destruct l as [|c l]; [discriminate|]. inversion Hf; subst. exists (N.to_nat c).
      split; [apply in_seq; lia|]. rewrite N2Nat.id. apply in_map, IH. cbn in Hl. split; [lia|assumption].
Qed.

Lemma letters_of_words b w : digits_fit s b = true -> proper s k w ->
  Forall (fun l => In l (letters k (b - 1))) w.
Proof.
  intros Hb [V _]. apply andb_prop in Hb as [_ Hb]. rewrite forallb_forall in Hb.
  assert (length (clear_flags k) = k) as Hk by apply repeat_length. revert V Hk.
  generalize (clear_flags k) as fl. induction w as [|l w IH]; intros fl V Hk; cbn in V; constructor.
  - destruct (letter_step s (coefficient s (length w)) fl l) as [e|] eqn:E; [|discriminate].
    apply in_letters. destruct (letter_step_length _ _ _ _ _ E) as [Hl _]. split; [congruence|].
    assert ((if carry s then coefficient s (length w) else coefficient s (length w) - 1) <= b - 1) as Ha.
    { apply N.leb_le, Hb, nth_In, Nat.mod_upper_bound, period_positive, ok. }
    clear - E Ha. revert l e E. induction fl as [|f fl IH]; intros [|c l] e E; cbn in E; try discriminate; constructor.
    + destruct (digit_step s (coefficient s (length w)) f c) eqn:Ed; [|discriminate]. unfold digit_step in Ed.
      destruct f.
      * destruct (N.eqb_spec c 0); [lia|discriminate].
      * destruct (N.ltb_spec c (coefficient s (length w))); [destruct (carry s); lia|].
        destruct (carry s); [|discriminate]. cbn in Ed.
        destruct (N.eqb_spec c (coefficient s (length w))); [lia|discriminate].
    + destruct (digit_step s (coefficient s (length w)) f c); [|discriminate].
      destruct (letter_step s (coefficient s (length w)) fl l) eqn:El; [|discriminate]. eapply IH; eauto.
  - destruct (letter_step s (coefficient s (length w)) fl l) as [e|] eqn:E; [|discriminate].
    destruct (letter_step_length _ _ _ _ _ E) as [_ Hg]. apply (IH e V). congruence.
Qed.

Lemma meet_spec cs cs' x y : all_changed cs x y = true -> all_changed cs' x y = true ->
  exists m, meet_changes cs cs' = Some m /\ all_changed m x y = true.
Proof.
  revert cs' x y. induction cs as [|c cs IH]; intros [|c' cs'] [|a x] [|b y] H H'; cbn in *; try discriminate.
  - exists []. auto.
  - apply andb_prop in H as [Hc H]. apply andb_prop in H' as [Hc' H'].
    destruct (IH cs' x y H H') as (m & Em & Hm). rewrite Em.
    destruct c, c'; cbn in *; try (eexists; split; [reflexivity|]; cbn; rewrite Hm, andb_true_r; assumption);
      apply N.eqb_eq in Hc || apply N.ltb_lt in Hc; apply N.eqb_eq in Hc' || apply N.ltb_lt in Hc'; exfalso; lia.
Qed.

Section Disjoint.

Variable everything : dfa.
Hypothesis everything_valid : only_valid s k everything = true.
Hypothesis everything_all : walk s k false [everything] everywhere = true.

Lemma everything_accepts w : proper s k w -> accepts everything w = true.
Proof. exact (walk_spec s k false [everything] everywhere ok everything_all ltac:(discriminate) w). Qed.

Lemma disjoint_spec f f' x y : disjoint s everything f f' = true ->
  length (changes f) = k -> proper s k x -> proper s k y -> length x = length y ->
  is_move (values s k x) (values s k y) f = true -> is_move (values s k x) (values s k y) f' = true -> False.
Proof.
  unfold disjoint, is_move. intros H Hk Hx Hy Hl Hf Hf'.
  apply andb_prop in Hf as [Hc Hd]. apply andb_prop in Hf' as [Hc' Hd'].
  destruct (meet_spec _ _ _ _ Hc Hc') as (cs & E & Hm). rewrite E in H.
  set (h := Family EmptyString cs (conditions f ++ conditions f') true) in *.
  pose proof (no_moves_spec s h everything everything H x y (everything_accepts x Hx)) as C.
  assert (linked s h everything x y = true) as C'; [|congruence].
  apply (linked_spec s h everything ok x y k); auto.
  - cbn. apply all_changed_length in Hm as [Hm _]. apply all_changed_length in Hc as [Hc _]. congruence.
  - split; [now apply everything_accepts|]. unfold is_move. cbn. now rewrite Hm, forallb_app, Hd, Hd'.
Qed.

End Disjoint.

Lemma each_once_spec order n : each_once order n = true -> Permutation (seq 0 n) order.
Proof.
  unfold each_once. intros H. apply andb_prop in H as [Hl H]. apply Nat.leb_le in Hl.
  rewrite forallb_forall in H. apply NoDup_Permutation_bis.
  - apply seq_NoDup.
  - now rewrite seq_length.
  - intros i Hi. specialize (H i Hi). apply existsb_exists in H as (j & Hj & E). apply Nat.eqb_eq in E. now subst.
Qed.

Section Set_Blocking.

Variable d : dfa.
Hypothesis d_valid : only_valid s k d = true.
Hypothesis d_rows : rows_distinct d = true.

(** The machines count. *)
Lemma check_all_counts_spec b limit fs os : digits_fit s b = true ->
  check_all_counts s k (letters k (b - 1)) b limit d fs os = true ->
  length os = length fs /\
  forall x, proper s k x ->
  map (fun a => run a (start a) x) (map (fun o => read_automaton k b (a_machine o)) os) =
  map (fun f => N.min (cap_of limit f) (N.of_nat (length (targets_of s f d x))) * unit_of limit f) fs.
Proof.
  intros Hb. revert os. induction fs as [|f fs IH]; intros [|o os] H; cbn in H; try discriminate; [auto|].
  apply andb_prop in H as [Hc H]. destruct (IH os H) as [Hl Hall]. split; [cbn; lia|]. intros x Hx. cbn.
  rewrite <- (Hall x Hx). f_equal.
  apply (check_counts_spec s f d (read_options k b o) (a_sterile o) _ _ k ok _ Hc); [|exact Hx].
  intros w Hw. now apply letters_of_words.
Qed.

Lemma sum_chain_spec limit e us x : proper s k x -> accepts e x = false -> forall previous t,
  run previous (start previous) x = N.min limit t -> sum_chain s k limit d e previous us = true ->
  exists ms, map fst us = map Some ms /\
  accepts d x = (t + sum (map (fun a => run a (start a) x) ms) <? limit).
Proof.
  intros Hx He. induction us as [|[[a|] u] us IH]; intros previous t Ht H; cbn in H; [| |discriminate].
  - exists []. split; [reflexivity|].
    pose proof (walk_spec s k false [previous; d; e] (is_few limit) ok H ltac:(discriminate) x Hx) as Hw.
    cbn in Hw. unfold accepts in He. rewrite He in Hw. cbn in Hw. apply eqb_prop in Hw. unfold accepts. rewrite <- Hw, Ht. cbn.
    destruct (N.ltb_spec (N.min limit t) limit), (N.ltb_spec (t + 0) limit); lia || reflexivity.
  - apply andb_prop in H as [Hw H].
    apply (walk_spec s k false [u; previous; a] (is_sum limit) ok) with (w := x) in Hw; [|discriminate|exact Hx].
    cbn in Hw. apply N.eqb_eq in Hw. rewrite Ht in Hw.
    destruct (IH u (t + run a (start a) x)) as (ms & E & Hms); [lia|exact H|].
    exists (a :: ms). cbn [map fst]. rewrite E. split; [reflexivity|].
    rewrite Hms, sum_cons. f_equal. lia.
Qed.

(** The positions of the set among the options by some families, if the families share none. *)
Lemma counted fs w (p : position -> bool) :
  (forall f, In f fs -> In f (families g)) -> proper s k w ->
  (forall v, proper s k v -> length v = length w -> (exists f, In f (families g) /\
     is_move (values s k w) (values s k v) f = true) -> accepts d v = p (values s k v)) ->
  (forall y, In y (flat_map (fun f => map (values s k) (targets_of s f d w)) fs) <->
             In y (filter p (options fs (values s k w)))).
Proof.
  intros Hfs Hw IH y. rewrite in_flat_map, filter_In, options_spec. split.
  - intros (f & Hf & Hy). apply in_map_iff in Hy as (v & <- & Hv). apply (targets_of_in s f d d_rows) in Hv.
    assert (length v = length w) as Hl.
    { unfold linked in Hv. destruct first_label; [|discriminate]. symmetry. eapply pair_run_length; eauto. }
    destruct (linked_move d d_valid f w v (Hfs f Hf) Hw Hl Hv) as (Pv & Av & Hm).
    split; [now exists f|]. rewrite <- IH; auto. exists f. auto.
  - intros ((f & Hf & Hm) & Hp). exists f. split; [exact Hf|].
    destruct (option_word w f y Hw Hm) as (v & Hv & Hl & Ev). subst y.
    apply in_map. apply (targets_of_in s f d d_rows).
    apply (linked_spec s f d ok w v k); auto.
    + apply family_shape; auto.
    + split; [|exact Hm]. rewrite IH; auto. exists f. auto.
Qed.

Lemma targets_proper f w v : In f (families g) -> proper s k w -> In v (targets_of s f d w) ->
  proper s k v /\ length v = length w /\ is_move (values s k w) (values s k v) f = true.
Proof.
  intros Hf Hw Hv. apply (targets_of_in s f d d_rows) in Hv.
  assert (length v = length w) as Hl.
  { unfold linked in Hv. destruct first_label; [|discriminate]. symmetry. eapply pair_run_length; eauto. }
  destruct (linked_move d d_valid f w v Hf Hw Hl Hv) as (Pv & Av & Hm). auto.
Qed.

Lemma counted_distinct everything fs w :
  only_valid s k everything = true -> walk s k false [everything] everywhere = true ->
  pairwise_disjoint s everything fs = true ->
  (forall f, In f fs -> In f (families g)) -> proper s k w ->
  NoDup (flat_map (fun f => map (values s k) (targets_of s f d w)) fs).
Proof.
  intros Hv Ha. induction fs as [|f fs IH]; intros Hd Hfs Hw; [constructor|].
  cbn [pairwise_disjoint] in Hd. apply andb_prop in Hd as [Hf Hd]. cbn [flat_map].
  assert (In f (families g)) as Hin by (apply Hfs; now left).
  apply NoDup_both.
  - apply NoDup_image; [|now apply targets_of_distinct].
    intros v v' H H' E. destruct (targets_proper f w v Hin Hw H) as (Pv & Lv & _).
    destruct (targets_proper f w v' Hin Hw H') as (Pv' & Lv' & _).
    apply (valid_unique s ok (clear_flags k) v v'); [congruence|apply Pv|apply Pv'|].
    unfold clear_flags. rewrite repeat_length. exact E.
  - apply IH; auto. intros f' Hf'. apply Hfs. now right.
  - intros y Hy C. apply in_map_iff in Hy as (v & <- & Hvt). apply in_flat_map in C as (f' & Hf' & C).
    apply in_map_iff in C as (v' & E & Hvt').
    assert (In f' (families g)) as Hin' by (apply Hfs; now right).
    destruct (targets_proper f w v Hin Hw Hvt) as (Pv & Lv & Hm).
    destruct (targets_proper f' w v' Hin' Hw Hvt') as (Pv' & Lv' & Hm'). rewrite E in Hm'.
    rewrite forallb_forall in Hf. specialize (Hf f' Hf').
    eapply (disjoint_spec everything Ha f f' w v); eauto using family_shape.
Qed.

Theorem blocking_words limit e rest b everything os sums : play g = Blocking limit ->
  check_closing s k (terminals g) e d rest = true ->
  check_blocking s k (families g) (letters k (b - 1)) b limit d e everything os sums = true ->
  forall n w, (total (values s k w) < n)%nat -> proper s k w -> accepts d w = outcome g (values s k w).
Proof.
  intros Hplay Hcl Hcheck. unfold check_blocking in Hcheck. rewrite !andb_true_iff in Hcheck.
  destruct Hcheck as [[[[[[[[Hlim Hb] _] Hev] Hea] Hdis] Hcounts] Honce] Hsum].
  apply N.leb_le in Hlim. destruct (check_all_counts_spec b limit _ _ Hb Hcounts) as [Hlen Hruns].
  induction n as [|n IH]; intros w Hn Hw; [lia|].
  rewrite outcome_rule by exact down. unfold rule. rewrite Hplay.
  destruct (check_closing_spec e d rest w Hcl Hw) as (He & Hin & _).
  destruct (is_terminal g (values s k w)) eqn:T.
  { rewrite (Hin eq_refl). cbn. symmetry. apply N.ltb_lt. lia. }
  specialize (Hruns w Hw).
  assert (run (Dfa 0 (PositiveMap.empty state_row)) 0 w = N.min limit 0) as Hzero
    by (rewrite N.min_0_r; now destruct w).
  destruct (sum_chain_spec limit e _ w Hw He _ 0 Hzero Hsum) as (ms & Ems & Hacc).
  rewrite Hacc, N.add_0_l. clear Hacc.
  (* The sum over the order of the chain is the sum over the families. *)
  assert (sum (map (fun a => run a (start a) w) ms) =
          sum (map (fun f => N.min (cap_of limit f) (N.of_nat (length (targets_of s f d w))) * unit_of limit f)
                 (families g))) as ->.
  { rewrite <- Hruns. set (machines := map (fun o => read_automaton k b (a_machine o)) os) in *.
    assert (length machines = length (families g)) as Hm by (unfold machines; rewrite map_length; exact Hlen).
    apply each_once_spec in Honce. rewrite <- Hm in Honce.
    apply sum_permutation, Permutation_map.
    apply (Permutation_map (nth_error machines)) in Honce.
    rewrite map_map in Ems. cbn [fst] in Ems. rewrite map_map in Honce. rewrite Ems in Honce.
    assert (map (nth_error machines) (seq 0 (length machines)) = map Some machines) as E.
    { clear. induction machines as [|a l IH]; [reflexivity|]. cbn [length seq map nth_error]. f_equal.
      rewrite <- seq_shift, map_map. exact IH. }
    rewrite E in Honce. apply Permutation_sym in Honce. clear - Honce.
    apply Permutation_map_inv in Honce as (l & El & Hl).
    assert (ms = l) as ->; [|now apply Permutation_sym].
    clear Hl. revert l El. induction ms as [|a ms IH]; intros [|c l] E; cbn in E; try discriminate; [reflexivity|].
    injection E as -> E. f_equal. auto. }
  set (p := outcome g).
  assert (forall v, proper s k v -> length v = length w -> (exists f, In f (families g) /\
     is_move (values s k w) (values s k v) f = true) -> accepts d v = p (values s k v)) as Hp.
  { intros v Hv _ Ho. apply IH; [|exact Hv].
    assert (is_option g (values s k w) (values s k v)) as Ho' by (split; [exact T|exact Ho]).
    apply (moves_decrease g _ _ down) in Ho'. lia. }
  assert (forall h f, In f (filter h (families g)) -> In f (families g)) as Hsub
    by (intros h f Hf; now apply filter_In in Hf).
  assert (N.of_nat (length (filter p (options (blockable_families g) (values s k w)))) =
          sum (map (fun f => N.of_nat (length (targets_of s f d w))) (blockable_families g))) as ->.
  { unfold blockable_families.
    pose proof (Permutation_length (NoDup_Permutation
      (counted_distinct everything (filter blockable (families g)) w Hev Hea Hdis (Hsub _) Hw)
      (NoDup_filter p (options_distinct _ _))
      (counted (filter blockable (families g)) w p (Hsub _) Hw Hp))) as E.
    etransitivity; [apply f_equal; symmetry; exact E|]. clear.
    induction (filter blockable (families g)) as [|f fs IHf]; [reflexivity|]. cbn [flat_map map].
    rewrite app_length, map_length, Nat2N.inj_add, sum_cons. f_equal. exact IHf. }
  assert (existsb p (options (unblockable_families g) (values s k w)) =
          existsb (fun f => negb (length (targets_of s f d w) =? 0)%nat) (unblockable_families g)) as ->.
  { apply eq_true_iff_eq. rewrite !existsb_exists. unfold unblockable_families.
    pose proof (counted (filter (fun f => negb (blockable f)) (families g)) w p (Hsub _) Hw Hp) as Hc. split.
    - intros (y & Hy & Py). assert (In y (filter p (options (filter (fun f => negb (blockable f)) (families g))
        (values s k w)))) as H by (apply filter_In; auto).
      apply Hc, in_flat_map in H as (f & Hf & Hv). exists f. split; [exact Hf|].
      destruct (targets_of s f d w); [contradiction|reflexivity].
    - intros (f & Hf & Hv). destruct (targets_of s f d w) as [|v l] eqn:E; [discriminate|].
      exists (values s k v). apply filter_In, Hc, in_flat_map. exists f. split; [exact Hf|]. rewrite E. now left. }
  unfold blockable_families, unblockable_families.
  rewrite <- (N.add_0_l (sum (map _ (families g)))), <- (N.add_0_l (sum (map _ (filter blockable (families g))))).
  clear - Hlim. generalize 0 as t.
  induction (families g) as [|f fs IHf]; intros t; cbn [map filter existsb].
  - reflexivity.
  - rewrite sum_cons, N.add_assoc. unfold cap_of, unit_of. set (c := length (targets_of s f d w)).
    destruct (blockable f); cbn [negb map existsb].
    + rewrite sum_cons, N.add_assoc. fold c. destruct (N.le_gt_cases limit (N.of_nat c)).
      * rewrite N.min_l by assumption.
        transitivity false; [apply N.ltb_ge; lia|].
        symmetry. apply andb_false_iff. right. apply N.ltb_ge. lia.
      * rewrite N.min_r, N.mul_1_r by lia. apply IHf.
    + fold c. destruct c as [|c]; cbn [Nat.eqb negb orb].
      * replace (t + N.min 1 (N.of_nat 0) * limit) with t by (cbn; lia). apply IHf.
      * cbn [andb]. apply N.ltb_ge. replace (N.min 1 (N.of_nat (S c))) with 1 by lia. lia.
Qed.

End Set_Blocking.

(** Every position has a word. *)
Lemma represent_spec x : length x = k -> proper s k (represent s x) /\ values s k (represent s x) = x.
Proof.
  intros Hx. unfold represent, proper.
  pose proof (length_for_enough s ok x (length_for s x) (le_n _)) as F. rewrite Hx in F.
  destruct (spell_correct s ok _ _ _ F) as [V E]. rewrite repeat_length in E.
  repeat split; auto. rewrite spell_length. unfold length_for.
  rewrite Nat.mul_comm. apply Nat.mod_mul, period_positive, ok.
Qed.

End Sound.

(** An accepted certificate recognises the P-positions by any word for them, ... *)
Theorem accepted_words c : check c = true ->
  forall w, proper (system c) (piles (game_of c)) w ->
  accepts (set c) w = outcome (game_of c) (values (system c) (piles (game_of c)) w).
Proof.
  unfold check. intros H w Hw. apply andb_prop in H as [H Hp]. apply andb_prop in H as [H Hv].
  apply andb_prop in H as [Hs Hd].
  destruct (play (game_of c)) eqn:Eplay; destruct (proof_of c); try discriminate.
  - destruct (match closing c with Some _ => _ | None => _ end) as [x r].
    rewrite !andb_true_iff in Hp. destruct Hp as [[? ?] ?]. eapply normal_words; eauto.
  - destruct (match closing c with Some _ => _ | None => _ end) as [x r].
    rewrite !andb_true_iff in Hp. destruct Hp as [[[[[[[? ?] ?] ?] ?] ?] ?] ?]. eapply misere_words; eauto.
  - destruct (match closing c with Some _ => _ | None => _ end) as [x r].
    apply andb_prop in Hp as [Hc Hp]. eapply blocking_words; eauto.
    unfold check_blocking in Hp. rewrite !andb_true_iff in Hp. tauto.
Qed.

(** ... so that its set is exactly the set of P-positions. *)
Theorem accepted_correct : forall c, check c = true ->
  forall x, length x = piles (game_of c) -> (in_set c x = true <-> P_position (game_of c) x).
Proof.
  intros c H x Hx. unfold in_set, P_position.
  assert (system_ok (system c) = true) as Hs.
  { unfold check in H. rewrite !andb_true_iff in H. tauto. }
  destruct (represent_spec (system c) (game_of c) Hs x Hx) as [Hw Ev].
  rewrite (accepted_words c H _ Hw), Ev. tauto.
Qed.
Transparent walk only_valid no_moves check_macros check_counts exactly.
