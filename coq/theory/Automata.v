(** Deterministic automata on letters, and exploration of finite graphs. *)

From Coq Require Import NArith ZArith Arith List Bool Lia FMapPositive.
From Wythoff Require Import Numeration.
Import ListNotations.
Local Open Scope N_scope.

(** ** Equality of small things *)

Fixpoint list_eqb {A} (eqb : A -> A -> bool) (l l' : list A) : bool :=
  match l, l' with
  | [], [] => true
  | a :: l, b :: l' => if eqb a b then list_eqb eqb l l' else false
  | _, _ => false
  end.

Lemma list_eqb_eq {A} (eqb : A -> A -> bool) : (forall a b, eqb a b = true -> a = b) ->
  forall l l', list_eqb eqb l l' = true -> l = l'.
Proof.
  intros H. induction l as [|a l IH]; intros [|b l'] E; cbn in *; try discriminate; [reflexivity|].
  destruct (eqb a b) eqn:Ea; [|discriminate]. f_equal; auto.
Qed.

Lemma list_eqb_refl {A} (eqb : A -> A -> bool) : (forall a, eqb a a = true) ->
  forall l, list_eqb eqb l l = true.
Proof. intros H. induction l as [|a l IH]; cbn; [reflexivity|]. now rewrite H. Qed.

Definition letter_eqb : letter -> letter -> bool := list_eqb N.eqb.

Lemma letter_eqb_eq l l' : letter_eqb l l' = true <-> l = l'.
Proof.
  split.
  - apply list_eqb_eq. intros a b. apply N.eqb_eq.
  - intros <-. apply list_eqb_refl, N.eqb_refl.
Qed.

(** ** Automata *)

Record state_row := Row { output : N; steps : list (letter * N) }.

(** A missing row or letter rejects.  Outputs are numbers; a word is accepted if the output is not 0. *)
Record dfa := Dfa { start : N; rows : PositiveMap.t state_row }.

Definition row (d : dfa) (s : N) : state_row :=
  match PositiveMap.find (N.succ_pos s) (rows d) with Some r => r | None => Row 0 [] end.

Fixpoint lookup {A} (l : letter) (r : list (letter * A)) : option A :=
  match r with
  | [] => None
  | (k, t) :: r => if letter_eqb l k then Some t else lookup l r
  end.

Definition next (d : dfa) (s : N) (l : letter) : option N := lookup l (steps (row d s)).

Fixpoint run (d : dfa) (s : N) (w : word) : N :=
  match w with
  | [] => output (row d s)
  | l :: w => match next d s l with Some t => run d t w | None => 0 end
  end.

Definition accepts (d : dfa) (w : word) : bool := negb (run d (start d) w =? 0).

(** Letters of a row differ. *)
Fixpoint distinct {A} (r : list (letter * A)) : bool :=
  match r with
  | [] => true
  | (l, _) :: r => match lookup l r with None => distinct r | Some _ => false end
  end.

Lemma lookup_in {A} l (t : A) r : lookup l r = Some t -> In (l, t) r.
Proof.
  induction r as [|[k u] r IH]; cbn; [discriminate|].
  destruct (letter_eqb l k) eqn:E.
  - intros [= ->]. apply letter_eqb_eq in E. subst. now left.
  - intros H. right. auto.
Qed.

Lemma lookup_not_in {A} l (t : A) r : lookup l r = None -> ~ In (l, t) r.
Proof.
  induction r as [|[k u] r IH]; cbn; [tauto|].
  destruct (letter_eqb l k) eqn:E; [discriminate|].
  intros H [C|C]; [|now apply IH]. injection C as -> ->.
  assert (letter_eqb l l = true) by now apply letter_eqb_eq. congruence.
Qed.

Lemma in_lookup {A} l (t : A) r : distinct r = true -> In (l, t) r -> lookup l r = Some t.
Proof.
  induction r as [|[k u] r IH]; cbn; [tauto|]. intros H.
  destruct (lookup k r) eqn:E; [discriminate|]. intros [C|C].
  - injection C as -> ->. assert (letter_eqb l l = true) as -> by now apply letter_eqb_eq. reflexivity.
  - destruct (letter_eqb l k) eqn:El; [|auto].
    apply letter_eqb_eq in El. subst. exfalso. eapply lookup_not_in; eauto.
Qed.

(** ** Exploration

    All nodes that are reached are collected, then the collection is checked to be closed and good.  Only the
    second part is relied on; keys are for speed and need not be injective. *)

Section Explore.

Variable A : Type.
Variable key : A -> positive.
Variable eqb : A -> A -> bool.
Hypothesis eqb_eq : forall a b, eqb a b = true -> a = b.
Variable successors : A -> list A.
Variable good : A -> bool.

Definition nodes := PositiveMap.t A.

Definition member (a : A) (m : nodes) : bool :=
  match PositiveMap.find (key a) m with Some b => eqb a b | None => false end.

Definition visit (state : list A * nodes) (a : A) : list A * nodes :=
  let (todo, seen) := state in
  match PositiveMap.find (key a) seen with
  | Some _ => state
  | None => (a :: todo, PositiveMap.add (key a) a seen)
  end.

(** At most 2^depth nodes are expanded. *)
Fixpoint expand (depth : nat) (state : list A * nodes) : list A * nodes :=
  match fst state with
  | [] => state
  | a :: todo =>
      match depth with
      | O => fold_left visit (successors a) (todo, snd state)
      | S d => expand d (expand d state)
      end
  end.

Definition explore (starts : list A) : nodes := snd (expand 30 (fold_left visit starts ([], PositiveMap.empty A))).

Definition closed (m : nodes) : bool :=
  forallb (fun e => good (snd e) && forallb (fun b => member b m) (successors (snd e))) (PositiveMap.elements m).

(** Everything that can be reached from the start nodes is good. *)
Definition all_good (starts : list A) : bool :=
  let m := explore starts in closed m && forallb (fun a => member a m) starts.

Lemma closed_spec m a : closed m = true -> member a m = true ->
  good a = true /\ forall b, In b (successors a) -> member b m = true.
Proof.
  unfold closed. rewrite forallb_forall. intros H Ha. unfold member in Ha.
  destruct (PositiveMap.find (key a) m) as [b|] eqn:E; [|discriminate].
  apply eqb_eq in Ha. subst b. apply PositiveMap.elements_correct in E.
  specialize (H _ E). cbn in H. apply andb_prop in H as [H1 H2]. rewrite forallb_forall in H2. auto.
Qed.

(** An invariant: a set that contains the starts, is closed, and good. *)
Lemma all_good_invariant starts : all_good starts = true ->
  exists I : A -> Prop,
    (forall a, In a starts -> I a) /\
    (forall a, I a -> good a = true /\ forall b, In b (successors a) -> I b).
Proof.
  unfold all_good. intros H. apply andb_prop in H as [Hc Hs]. rewrite forallb_forall in Hs.
  exists (fun a => member a (explore starts) = true). split; [auto|].
  intros a Ha. now apply (closed_spec (explore starts)).
Qed.

End Explore.

Arguments all_good {A}.
Arguments all_good_invariant {A}.

(** ** Keys *)

(** The bits of p, each after a 1, and a 0 at the end, before those of q. *)
Fixpoint pack (p q : positive) : positive :=
  match p with
  | xH => xO q
  | xO p => xI (xO (pack p q))
  | xI p => xI (xI (pack p q))
  end.

Definition pack_N (n : N) (q : positive) : positive := pack (N.succ_pos n) q.

Definition pack_Z (z : Z) (q : positive) : positive :=
  match z with Z0 => pack xH q | Zpos p => pack (xO p) q | Zneg p => pack (xI p) q end.

Definition pack_bool (b : bool) (q : positive) : positive := if b then xI q else xO q.

(** ** Products: words that obey the digit condition, read by several automata together *)

Definition move (d : dfa) (l : letter) (s : option N) : option N :=
  match s with Some s => next d s l | None => None end.

Definition result (d : dfa) (s : option N) (w : word) : N :=
  match s with Some s => run d s w | None => 0 end.

Lemma result_cons d s l w : result d s (l :: w) = result d (move d l s) w.
Proof. destruct s; cbn; [|reflexivity]. unfold move. now destruct next. Qed.

Fixpoint move_all (ds : list dfa) (l : letter) (ss : list (option N)) : list (option N) :=
  match ds, ss with
  | d :: ds, s :: ss => move d l s :: move_all ds l ss
  | _, _ => []
  end.

Fixpoint results (ds : list dfa) (ss : list (option N)) (w : word) : list N :=
  match ds, ss with
  | d :: ds, s :: ss => result d s w :: results ds ss w
  | _, _ => []
  end.

Lemma results_cons ds ss l w : results ds ss (l :: w) = results ds (move_all ds l ss) w.
Proof.
  revert ss. induction ds as [|d ds IH]; intros [|s ss]; cbn [results move_all]; [reflexivity..|].
  now rewrite result_cons, IH.
Qed.

(** [phase]: the number of digits to come modulo the period; [flags]: as for [valid]. *)
Record walker := Walker { phase_of : nat; flags : list bool; at_states : list (option N) }.

Definition pack_state (s : option N) (q : positive) : positive :=
  match s with Some s => xI (pack_N s q) | None => xO q end.

Definition walker_key (w : walker) : positive :=
  fold_right pack_state (fold_right pack_bool (pack_N (N.of_nat (phase_of w)) xH) (flags w)) (at_states w).

Definition state_eqb (s t : option N) : bool :=
  match s, t with Some s, Some t => s =? t | None, None => true | _, _ => false end.

Lemma state_eqb_eq s t : state_eqb s t = true -> s = t.
Proof. destruct s, t; cbn; try discriminate; [|reflexivity]. intros H. apply N.eqb_eq in H. congruence. Qed.

Definition walker_eqb (v w : walker) : bool :=
  (phase_of v =? phase_of w)%nat && list_eqb Bool.eqb (flags v) (flags w) &&
  list_eqb state_eqb (at_states v) (at_states w).

Lemma walker_eqb_eq v w : walker_eqb v w = true -> v = w.
Proof.
  destruct v, w. unfold walker_eqb. cbn. rewrite !andb_true_iff. intros [[H1 H2] H3].
  apply Nat.eqb_eq in H1. apply list_eqb_eq in H2; [|intros; now apply eqb_prop].
  apply list_eqb_eq in H3; [|apply state_eqb_eq]. congruence.
Qed.

(** All letters with digits up to a. *)
Fixpoint letters (k : nat) (a : N) : list letter :=
  match k with
  | O => [[]]
  | S k => flat_map (fun d => map (cons (N.of_nat d)) (letters k a)) (seq 0 (S (N.to_nat a)))
  end.

Section Walk.

Variable s : numeration.
Variable k : nat.

Definition before_phase (phase : nat) : nat := match phase with O => period s - 1 | S p => p end.

Definition clear_flags : list bool := repeat false k.

(** Words of positions. *)
Definition proper (w : word) : Prop := valid s clear_flags w = true /\ (length w mod period s = 0)%nat.

Variable guarded : bool.
Variable ds : list dfa.
Variable fine : list N -> bool.

Definition dead (w : walker) : bool :=
  match ds, at_states w with _ :: _, None :: _ => guarded | _, _ => false end.

Definition walker_successors (w : walker) : list walker :=
  if dead w then []
  else
    let p := before_phase (phase_of w) in
    let a := coefficient s p in
    flat_map (fun l =>
      match letter_step s a (flags w) l with
      | Some g => [Walker p g (move_all ds l (at_states w))]
      | None => []
      end) (letters k a).

Definition walker_good (w : walker) : bool :=
  if (phase_of w =? 0)%nat then fine (results ds (at_states w) []) else true.

(** For all words of positions the outputs of the automata are fine.  If guarded, only those that the first automaton
    accepts are looked at. *)
Definition walk : bool :=
  all_good walker_key walker_eqb walker_successors walker_good
    [Walker 0 clear_flags (map (fun d => Some (start d)) ds)].

Hypothesis ok : system_ok s = true.

Lemma phase_step n phase : phase = (S n mod period s)%nat -> (n mod period s)%nat = before_phase phase.
Proof.
  intros ->. pose proof (period_positive s ok) as Hp. set (p := period s) in *.
  pose proof (Nat.div_mod n p Hp) as H. pose proof (Nat.mod_upper_bound n p Hp) as H'.
  destruct (Nat.eq_dec (n mod p) (p - 1)) as [E|E].
  - assert (S n mod p = 0)%nat as ->; [|cbn; fold p; lia].
    symmetry. apply (Nat.mod_unique _ _ (S (n / p))); [lia|]. nia.
  - assert (S n mod p = S (n mod p))%nat as ->; [|reflexivity].
    symmetry. apply (Nat.mod_unique _ _ (n / p)); lia.
Qed.

Lemma coefficient_phase n phase : phase = (S n mod period s)%nat ->
  coefficient s (before_phase phase) = coefficient s n.
Proof.
  intros H. apply phase_step in H. unfold coefficient. rewrite <- H.
  now rewrite Nat.mod_mod by (apply period_positive, ok).
Qed.

Lemma letter_step_in a fl l g : letter_step s a fl l = Some g -> In l (letters (length fl) a).
Proof.
  revert l g. induction fl as [|f fl IH]; intros [|d l] g H; cbn [letter_step letters length] in *; try discriminate.
  - now left.
  - destruct (digit_step s a f d) eqn:E; [|discriminate].
    destruct (letter_step s a fl l) eqn:E'; [|discriminate]. apply in_flat_map.
    exists (N.to_nat d). split.
    + apply in_seq. unfold digit_step in E. destruct f.
      * destruct (N.eqb_spec d 0); [lia|discriminate].
      * destruct (N.ltb_spec d a); [lia|]. destruct (carry s); [|discriminate].
        cbn in E. destruct (N.eqb_spec d a); [lia|discriminate].
    + rewrite N2Nat.id. apply in_map. eauto.
Qed.

Theorem walk_spec : walk = true -> (guarded = true -> forall outs, fine (0 :: outs) = true) ->
  forall w, proper w -> fine (map (fun d => run d (start d) w) ds) = true.
Proof.
  unfold walk. intros H Hg w [Hv Hn].
  apply (all_good_invariant _ _ walker_eqb_eq) in H as (I & Hs & HI).
  assert (forall w n, I n -> phase_of n = (length w mod period s)%nat -> length (flags n) = k ->
                      valid s (flags n) w = true -> fine (results ds (at_states n) w) = true) as Hall.
  { clear w Hv Hn. induction w as [|l w IH]; intros n Hn Hp Hk Hv.
    - destruct (HI n Hn) as [Hgood _]. unfold walker_good in Hgood. cbn in Hp.
      rewrite Nat.mod_0_l in Hp by (apply period_positive, ok). rewrite Hp in Hgood. exact Hgood.
    - destruct (HI n Hn) as [_ Hnext]. cbn in Hv.
      destruct (letter_step s (coefficient s (length w)) (flags n) l) as [g|] eqn:E; [|discriminate].
      destruct (dead n) eqn:Hd.
      + unfold dead in Hd. destruct ds as [|d ds']; [discriminate|].
        destruct (at_states n) as [|[?|] rest]; try discriminate.
        now apply Hg.
      + rewrite results_cons.
        apply (IH (Walker (before_phase (phase_of n)) g (move_all ds l (at_states n)))); cbn.
        * apply Hnext. unfold walker_successors. rewrite Hd. apply in_flat_map. exists l.
          rewrite (coefficient_phase (length w)) by exact Hp.
          split; [rewrite <- Hk; eapply letter_step_in; eauto|]. rewrite E. now left.
        * symmetry. now apply phase_step.
        * destruct (letter_step_length _ _ _ _ _ E). congruence.
        * exact Hv. }
  specialize (Hall w (Walker 0 clear_flags (map (fun d => Some (start d)) ds))). cbn in Hall.
  replace (map (fun d => run d (start d) w) ds) with (results ds (map (fun d => Some (start d)) ds) w).
  - apply Hall; [apply Hs; now left|now symmetry|apply repeat_length|exact Hv].
  - clear. induction ds as [|d l IH]; cbn; [reflexivity|]. now f_equal.
Qed.

End Walk.

(** ** Automata that accept words of positions only *)

Section Valid.

Variable s : numeration.
Variable k : nat.
Variable d : dfa.

Definition valid_successors (w : walker) : list walker :=
  match at_states w with
  | [Some q] =>
      let p := before_phase s (phase_of w) in
      let a := coefficient s p in
      flat_map (fun e =>
        match letter_step s a (flags w) (fst e) with
        | Some g => [Walker p g [Some (snd e)]]
        | None => []
        end) (steps (row d q))
  | _ => []
  end.

Definition valid_good (w : walker) : bool :=
  match at_states w with
  | [Some q] =>
      let a := coefficient s (before_phase s (phase_of w)) in
      forallb (fun e => match letter_step s a (flags w) (fst e) with Some _ => true | None => false end)
        (steps (row d q))
  | _ => true
  end.

Definition only_valid : bool :=
  all_good walker_key walker_eqb valid_successors valid_good [Walker 0 (clear_flags k) [Some (start d)]].

Hypothesis ok : system_ok s = true.

Theorem only_valid_spec : only_valid = true ->
  forall w, (length w mod period s = 0)%nat -> accepts d w = true -> proper s k w.
Proof.
  unfold only_valid. intros H w Hn Hw. split; [|exact Hn].
  apply (all_good_invariant _ _ walker_eqb_eq) in H as (I & Hs & HI).
  assert (forall w p f q, I (Walker p f [Some q]) -> p = (length w mod period s)%nat -> run d q w <> 0 ->
                          valid s f w = true) as Hall.
  { clear w Hn Hw. induction w as [|l w IH]; intros p f q Hi Hp Hr; [reflexivity|]. cbn.
    destruct (HI _ Hi) as [Hgood Hnext]. unfold valid_good, valid_successors in *. cbn in *.
    destruct (next d q l) as [t|] eqn:E; [|congruence]. apply lookup_in in E.
    rewrite forallb_forall in Hgood. specialize (Hgood _ E). cbn in Hgood.
    assert (coefficient s (before_phase s p) = coefficient s (length w)) as Hc
      by now apply coefficient_phase.
    rewrite Hc in *.
    destruct (letter_step s (coefficient s (length w)) f l) as [g|] eqn:El; [|discriminate].
    apply (IH (before_phase s p) g t); [|symmetry; now apply phase_step|exact Hr].
    apply Hnext. apply in_flat_map. exists (l, t). cbn. rewrite El. split; [exact E|now left]. }
  apply (Hall w 0%nat (clear_flags k) (start d)); [apply Hs; now left|now symmetry|].
  unfold accepts in Hw. apply negb_true_iff, N.eqb_neq in Hw. exact Hw.
Qed.

End Valid.
