(** Extra terminal positions: an automaton is checked to accept exactly the words for them.  Each is followed by the
    conditions that the piles equal its own. *)

From Coq Require Import NArith ZArith Arith List Bool Lia FMapPositive.
From Wythoff Require Import Numeration Game Automata Families Macros.
Import ListNotations.
Local Open Scope N_scope.

(** The conditions that piles [z], [z + 1], ... are those of t. *)
Fixpoint point (z : nat) (t : position) : list prepared :=
  match t with
  | [] => []
  | a :: t =>
      Prepared (repeat 0%Z z ++ [1%Z]) [] (Between (Some (Z.of_N a)) (Some (Z.of_N a))) 1 0 :: point (S z) t
  end.

Section Terminals.

Variable s : numeration.
Variable k : nat.
Variable d : dfa.

Definition mark := option (list known).

Record marked := Marked { walk_of : walker; marks : list mark }.

Definition pack_mark (m : mark) (q : positive) : positive :=
  match m with Some ks => xI (fold_right pack_known q ks) | None => xO q end.

Definition marked_key (n : marked) : positive := fold_right pack_mark (walker_key (walk_of n)) (marks n).

Definition mark_eqb (m m' : mark) : bool :=
  match m, m' with
  | Some ks, Some ks' => list_eqb known_eqb ks ks'
  | None, None => true
  | _, _ => false
  end.

Definition marked_eqb (n n' : marked) : bool :=
  walker_eqb (walk_of n) (walk_of n') && list_eqb mark_eqb (marks n) (marks n').

Lemma marked_eqb_eq n n' : marked_eqb n n' = true -> n = n'.
Proof.
  destruct n, n'. unfold marked_eqb. cbn. rewrite andb_true_iff. intros [H1 H2].
  apply walker_eqb_eq in H1. apply list_eqb_eq in H2; [congruence|].
  intros [a|] [b|]; cbn; try discriminate; [|reflexivity].
  intros H. apply list_eqb_eq in H; [congruence|]. apply known_eqb_eq.
Qed.

Fixpoint follow_marks (cps : list (list prepared)) (phase : nat) (ms : list mark) (a : letter) : list mark :=
  match cps, ms with
  | cp :: cps, m :: ms =>
      match m with Some ks => follow_all s cp phase ks a a | None => None end :: follow_marks cps phase ms a
  | _, _ => []
  end.

Fixpoint some_met (cps : list (list prepared)) (ms : list mark) : bool :=
  match cps, ms with
  | cp :: cps, m :: ms => match m with Some ks => all_met cp ks | None => false end || some_met cps ms
  | _, _ => false
  end.

Definition marked_successors (cps : list (list prepared)) (n : marked) : list marked :=
  let w := walk_of n in
  let p := before_phase s (phase_of w) in
  let a := coefficient s p in
  flat_map (fun l =>
    match letter_step s a (flags w) l with
    | Some g => [Marked (Walker p g (move_all [d] l (at_states w))) (follow_marks cps p (marks n) l)]
    | None => []
    end) (letters k a).

Definition marked_good (cps : list (list prepared)) (n : marked) : bool :=
  if (phase_of (walk_of n) =? 0)%nat then
    match results [d] (at_states (walk_of n)) [] with
    | [o] => Bool.eqb (negb (o =? 0)) (some_met cps (marks n))
    | _ => false
    end
  else true.

(** The automaton accepts exactly the given positions. *)
Definition exactly (ts : list position) : bool :=
  let cps := map (point 0) ts in
  forallb (fun t => (length t =? k)%nat) ts &&
  all_good marked_key marked_eqb (marked_successors cps) (marked_good cps)
    [Marked (Walker 0 (clear_flags k) [Some (start d)]) (map (settle_all s) cps)].

Hypothesis ok : system_ok s = true.

Lemma point_balanced t z : Forall balanced (point z t).
Proof.
  revert z. induction t as [|a t IH]; intros z; cbn [point]; constructor; [|apply IH].
  unfold balanced. cbn [pre post up down]. clear. induction z as [|z [IH1 IH2]]; [split; reflexivity|].
  cbn [repeat app]. rewrite positive_cons, negative_cons. split; [rewrite <- Z.add_assoc, <- IH1|rewrite <- Z.add_assoc, <- IH2]; reflexivity.
Qed.

Lemma dot_point z v : dot (repeat 0%Z z ++ [1%Z]) v = Z.of_N (nth z v 0).
Proof.
  revert v. induction z as [|z IH]; intros [|a v]; cbn [repeat app dot nth]; try reflexivity; [lia|].
  rewrite IH. lia.
Qed.

Lemma point_spec t : forall z v,
  (forall c, In c (point z t) -> within (Families.target c) (dot (pre c) v + dot (post c) v) = true) <->
  forall i, (i < length t)%nat -> nth (z + i) v 0 = nth i t 0.
Proof.
  induction t as [|a t IH]; intros z v; cbn [point length].
  - split; [intros _ i Hi; lia|intros _ c []].
  - split.
    + intros H i Hi. destruct i as [|i].
      * specialize (H _ (or_introl eq_refl)). cbn [Families.target pre post] in H. rewrite dot_point in H.
        cbn [dot within] in H. rewrite andb_true_iff, !Z.leb_le in H. rewrite Nat.add_0_r. cbn. lia.
      * replace (z + S i)%nat with (S z + i)%nat by lia. cbn [nth]. apply IH; [|lia].
        intros c Hc. apply H. now right.
    + intros H c [<-|Hc].
      * cbn [Families.target pre post]. rewrite dot_point. specialize (H 0%nat ltac:(lia)).
        rewrite Nat.add_0_r in H. cbn in H. rewrite H. cbn [dot within].
        rewrite andb_true_iff, !Z.leb_le. lia.
      * revert c Hc. apply IH. intros i Hi. specialize (H (S i) ltac:(lia)).
        replace (S z + i)%nat with (z + S i)%nat by lia. exact H.
Qed.

Fixpoint some_hold (n : nat) (cps : list (list prepared)) (ms : list mark) (v : list N) : Prop :=
  match cps, ms with
  | cp :: cps, m :: ms =>
      match m with Some ks => all_hold s n cp ks v v | None => False end \/ some_hold n cps ms v
  | _, _ => False
  end.

Theorem exactly_spec g : exactly (terminals g) = true -> piles g = k ->
  forall w, proper s k w -> accepts d w = is_terminal g (values s k w).
Proof.
  unfold exactly. intros H Hk w Hw. apply andb_prop in H as [Hlen H]. rewrite forallb_forall in Hlen.
  set (cps := map (point 0) (terminals g)) in *.
  apply (all_good_invariant _ _ marked_eqb_eq) in H as (I & Hs & HI).
  assert (Forall (Forall balanced) cps) as Hbal.
  { unfold cps. apply Forall_map, Forall_forall. intros t _. apply point_balanced. }
  assert (forall w p fl o ms, I (Marked (Walker p fl [o]) ms) -> p = (length w mod period s)%nat ->
    length fl = k -> valid s fl w = true ->
    (result d o w <> 0 <-> some_hold (length w) cps ms (values s k w))) as Hall.
  { clear w Hw. induction w as [|l w IH]; intros p fl o ms Hi Hp Hfl Hv.
    - destruct (HI _ Hi) as [Hg _]. unfold marked_good in Hg. cbn in Hp.
      rewrite Nat.mod_0_l in Hp by (apply period_positive, ok). subst p. cbn [walk_of phase_of at_states] in Hg.
      cbn [Nat.eqb results] in Hg. apply eqb_prop in Hg. cbn [length values].
      rewrite <- N.eqb_neq, <- negb_true_iff, Hg. cbn [marks]. clear.
      revert ms. induction cps as [|cp l IH]; intros [|m ms]; cbn [some_met some_hold]; try easy.
      rewrite orb_true_iff, IH. destruct m as [ks|]; [|intuition discriminate].
      now rewrite (all_met_spec s cp ks k).
    - destruct (HI _ Hi) as [_ Hn]. cbn [valid] in Hv.
      destruct (letter_step s (coefficient s (length w)) fl l) as [e|] eqn:E; [|discriminate].
      destruct (letter_step_length _ _ _ _ _ E) as [Hl He].
      rewrite result_cons. cbn [values length].
      cbn [length] in Hp. pose proof (phase_step s ok (length w) p Hp) as Hph.
      rewrite (IH (before_phase s p) e (move d l o) (follow_marks cps (before_phase s p) ms l));
        [|apply Hn|now symmetry|congruence|exact Hv].
      + pose proof (valid_fits s ok _ _ Hv) as F. apply (fits_small s ok) in F. rewrite He, Hfl in F.
        pose proof (values_length s k w e Hv ltac:(congruence)) as Lv.
        clear - F Lv Hbal Hph Hl Hfl ok. revert ms. induction Hbal as [|cp l' Hcp _ IH]; intros [|m ms];
          cbn [follow_marks some_hold]; try tauto.
        rewrite IH. destruct m as [ks|]; [|tauto].
        rewrite (follow_all_spec s ok (length w) cp (before_phase s p) ks l l) by (assumption || congruence).
        destruct (follow_all s cp (before_phase s p) ks l l); tauto.
      + apply in_flat_map. exists l. cbn [walk_of phase_of flags at_states marks].
        rewrite (coefficient_phase s ok (length w) p Hp). split; [rewrite <- Hfl; eapply letter_step_in; eauto|].
        rewrite E. now left. }
  destruct Hw as [V Nw].
  specialize (Hall w 0%nat (clear_flags k) (Some (start d)) (map (settle_all s) cps)
    (Hs _ (or_introl eq_refl)) (eq_sym Nw) (repeat_length _ _) V).
  apply eq_true_iff_eq. unfold accepts at 1. rewrite negb_true_iff, N.eqb_neq. cbn [result] in Hall. rewrite Hall.
  unfold is_terminal. rewrite existsb_exists.
  pose proof (valid_fits s ok _ _ V) as F. apply (fits_small s ok) in F. unfold clear_flags in F.
  rewrite repeat_length in F.
  pose proof (values_length s k w (clear_flags k) V (repeat_length _ _)) as Lv.
  clear - F Lv Hlen Nw ok. unfold cps. induction (terminals g) as [|t ts IH]; cbn [map some_hold].
  - split; [contradiction|]. intros (t & [] & _).
  - rewrite IH by (intros t' Ht'; apply Hlen; now right). clear IH.
    rewrite <- (settle_all_spec s ok (length w) (point 0 t) _ _ (point_balanced t 0) F F Nw).
    rewrite point_spec. specialize (Hlen t (or_introl eq_refl)). apply Nat.eqb_eq in Hlen. split.
    + intros [H|(t' & Ht' & E)]; [|exists t'; split; [now right|exact E]].
      exists t. split; [now left|]. destruct (list_eq_dec N.eq_dec (values s k w) t) as [_|C]; [reflexivity|].
      exfalso. apply C. apply (nth_ext _ _ 0 0); [congruence|]. intros i Hi. apply H. congruence.
    + intros (t' & [<-|Ht'] & E).
      * left. destruct (list_eq_dec N.eq_dec (values s k w) t) as [->|]; [|discriminate]. reflexivity.
      * right. exists t'. auto.
Qed.

End Terminals.
