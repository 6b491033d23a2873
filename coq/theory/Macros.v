(** What is checked of one move family: that it leads from no position of one set into another, and that all positions
    which a machine accepts have an option in a set. *)

From Coq Require Import NArith ZArith Arith List Bool Lia FMapPositive.
From Wythoff Require Import Numeration Game Automata Families.
Import ListNotations.
Local Open Scope N_scope.

(** ** Labels as keys *)

Definition pack_known (k : known) (q : positive) : positive :=
  match k with Settled => xO q | Value a b => xI (pack_Z a (pack_Z b q)) end.

Definition label_key (l : label) : positive :=
  pack_N (state l)
    (fold_right pack_known (fold_right pack_bool (pack_N (N.of_nat (phase l)) xH) (smaller l)) (knowns l)).

Definition known_eqb (k k' : known) : bool :=
  match k, k' with
  | Settled, Settled => true
  | Value a b, Value a' b' => (a =? a')%Z && (b =? b')%Z
  | _, _ => false
  end.

Definition label_eqb (l l' : label) : bool :=
  (state l =? state l') && (phase l =? phase l')%nat && list_eqb Bool.eqb (smaller l) (smaller l') &&
  list_eqb known_eqb (knowns l) (knowns l').

Lemma known_eqb_eq k k' : known_eqb k k' = true -> k = k'.
Proof.
  destruct k, k'; cbn; try discriminate; [reflexivity|].
  rewrite andb_true_iff, !Z.eqb_eq. intros [-> ->]. reflexivity.
Qed.

Lemma label_eqb_eq l l' : label_eqb l l' = true -> l = l'.
Proof.
  destruct l, l'. unfold label_eqb. cbn. rewrite !andb_true_iff. intros [[[H1 H2] H3] H4].
  apply N.eqb_eq in H1. apply Nat.eqb_eq in H2.
  apply list_eqb_eq in H3; [|intros; now apply eqb_prop].
  apply list_eqb_eq in H4; [|apply known_eqb_eq]. congruence.
Qed.

Section Family.

Variable s : numeration.
Variable f : family.

(** ** No move from one set into another *)

Section Stable.

Variable source target : dfa.

Definition pair_node := (N * label)%type.

Definition pair_key (n : pair_node) : positive := pack_N (fst n) (label_key (snd n)).

Definition pair_eqb (n n' : pair_node) : bool := (fst n =? fst n') && label_eqb (snd n) (snd n').

Lemma pair_eqb_eq n n' : pair_eqb n n' = true -> n = n'.
Proof.
  destruct n, n'. unfold pair_eqb. cbn. rewrite andb_true_iff, N.eqb_eq. intros [-> H].
  apply label_eqb_eq in H. congruence.
Qed.

Definition pair_successors (conds : list prepared) (n : pair_node) : list pair_node :=
  let hidden := steps (row target (state (snd n))) in
  flat_map (fun a =>
    flat_map (fun b =>
      match pair_step_with s f conds (snd n) (fst a) (fst b) (snd b) with
      | Some l => [(snd a, l)]
      | None => []
      end) hidden) (steps (row source (fst n))).

Definition pair_good (n : pair_node) : bool :=
  (output (row source (fst n)) =? 0) || negb (pair_accepts f target (snd n)).

Definition no_moves : bool :=
  let conds := prepared_conditions f in
  match first_label s f target with
  | Some l => all_good pair_key pair_eqb (pair_successors conds) pair_good [(start source, l)]
  | None => true
  end.

Theorem no_moves_spec : no_moves = true ->
  forall x y, accepts source x = true -> linked s f target x y = false.
Proof.
  unfold no_moves, linked. intros H x y Hx. destruct (first_label s f target) as [l|]; [|reflexivity].
  apply (all_good_invariant _ _ pair_eqb_eq) in H as (I & Hs & HI).
  assert (forall x y q l, I (q, l) -> run source q x <> 0 -> pair_run s f target l x y = false) as Hall.
  { clear x y l Hs Hx. induction x as [|a x IH]; intros [|b y] q l Hi Hr; cbn in *; try reflexivity.
    - destruct (HI _ Hi) as [Hg _]. unfold pair_good in Hg. cbn in Hg.
      destruct (N.eqb_spec (output (row source q)) 0); [contradiction|]. cbn in Hg.
      now apply negb_true_iff in Hg.
    - destruct (next source q a) as [q'|] eqn:Ea; [|contradiction].
      destruct (next target (state l) b) as [t'|] eqn:Eb; [|reflexivity].
      destruct (pair_step s f l a b t') as [l'|] eqn:El; [|reflexivity].
      apply (IH y q' l'); [|exact Hr]. destruct (HI _ Hi) as [_ Hn]. apply Hn.
      apply in_flat_map. exists (a, q'). split; [now apply lookup_in|].
      apply in_flat_map. exists (b, t'). split; [now apply lookup_in|]. cbn.
      unfold pair_step in El. rewrite El. now left. }
  apply (Hall x y (start source) l); [apply Hs; now left|].
  unfold accepts in Hx. now apply negb_true_iff, N.eqb_neq in Hx.
Qed.

End Stable.

(** ** Macros

    A macro is a set of labels together with a state of a machine.  The labels of a macro's successor are among the
    successors of its labels, and where the machine accepts a label of the macro accepts.  So every word that the
    machine accepts has an option which the target accepts. *)

Record macro := Macro { machine_state : N; members : list N; macro_steps : list (letter * N) }.

Record macros := Macros {
  machine : dfa;
  labels : PositiveMap.t label;
  macro_table : PositiveMap.t macro;
  first_macro : option N
}.

Section Macros.

Variable target : dfa.
Variable m : macros.

Definition label_at (i : N) : option label := PositiveMap.find (N.succ_pos i) (labels m).
Definition macro_at (i : N) : option macro := PositiveMap.find (N.succ_pos i) (macro_table m).

(** Numbers of labels, by their keys; checked when used. *)
Definition numbers : PositiveMap.t positive :=
  fold_left (fun n e => PositiveMap.add (label_key (snd e)) (fst e) n)
    (PositiveMap.elements (labels m)) (PositiveMap.empty positive).

Definition number_of (ns : PositiveMap.t positive) (l : label) : option N :=
  match PositiveMap.find (label_key l) ns with
  | Some p =>
      match PositiveMap.find p (labels m) with
      | Some l' => if label_eqb l l' then Some (Pos.pred_N p) else None
      | None => None
      end
  | None => None
  end.

Definition successor_set (conds : list prepared) (ns : PositiveMap.t positive) (l : label) (x : letter) : N :=
  fold_right (fun b set =>
    match pair_step_with s f conds l x (fst b) (snd b) with
    | Some l' => match number_of ns l' with Some i => N.setbit set i | None => set end
    | None => set
    end) 0 (steps (row target (state l))).

(** Lists of letters with sets of labels. *)
Definition successor_table (ls : list letter) : PositiveMap.t (list (letter * N)) :=
  let conds := prepared_conditions f in
  let ns := numbers in
  PositiveMap.map (fun l => map (fun x => (x, successor_set conds ns l x)) ls) (labels m).

Definition successor_set_of (table : PositiveMap.t (list (letter * N))) (x : letter) (i : N) : N :=
  match PositiveMap.find (N.succ_pos i) table with
  | Some r => match lookup x r with Some set => set | None => 0 end
  | None => 0
  end.

Definition check_step (table : PositiveMap.t (list (letter * N))) (a : macro) (e : letter * N) : bool :=
  match lookup (fst e) (macro_steps a) with
  | Some j =>
      match macro_at j with
      | Some b =>
          let reached := fold_right (fun i set => N.lor (successor_set_of table (fst e) i) set) 0 (members a) in
          (machine_state b =? snd e) && forallb (N.testbit reached) (members b)
      | None => false
      end
  | None => false
  end.

Definition label_accepts (i : N) : bool :=
  match label_at i with Some l => pair_accepts f target l | None => false end.

Definition check_macro (table : PositiveMap.t (list (letter * N))) (a : macro) : bool :=
  let r := row (machine m) (machine_state a) in
  ((output r =? 0) || existsb label_accepts (members a)) && forallb (check_step table a) (steps r).

Definition check_first : bool :=
  match first_macro m with
  | Some i =>
      match macro_at i, first_label s f target with
      | Some a, Some l =>
          (machine_state a =? start (machine m)) &&
          forallb (fun i => match label_at i with Some l' => label_eqb l l' | None => false end) (members a)
      | _, _ => false
      end
  | None =>
      let r := row (machine m) (start (machine m)) in
      (output r =? 0) && match steps r with [] => true | _ => false end
  end.

Definition rows_distinct (d : dfa) : bool :=
  forallb (fun e => distinct (steps (snd e))) (PositiveMap.elements (rows d)).

(** Whatever the machine accepts has an option by the family that the target accepts. *)
Definition check_macros (ls : list letter) : bool :=
  let table := successor_table ls in
  rows_distinct target && check_first &&
  forallb (fun e => check_macro table (snd e)) (PositiveMap.elements (macro_table m)).

Lemma rows_distinct_spec d q : rows_distinct d = true -> distinct (steps (row d q)) = true.
Proof.
  unfold rows_distinct, row. rewrite forallb_forall. intros H.
  destruct (PositiveMap.find (N.succ_pos q) (rows d)) as [r|] eqn:E; [|reflexivity].
  apply PositiveMap.elements_correct in E. exact (H _ E).
Qed.

Lemma number_of_spec ns l i : number_of ns l = Some i -> label_at i = Some l.
Proof.
  unfold number_of, label_at. destruct PositiveMap.find as [p|]; [|discriminate].
  destruct (PositiveMap.find p (labels m)) as [l'|] eqn:E; [|discriminate].
  destruct (label_eqb l l') eqn:El; [|discriminate]. intros [= <-]. apply label_eqb_eq in El. subst l'.
  assert (N.pos (N.succ_pos (Pos.pred_N p)) = N.pos p) as Hp by now rewrite N.succ_pos_spec, N.succ_pos_pred.
  injection Hp as ->. exact E.
Qed.

Lemma successor_set_spec ns l x i :
  N.testbit (successor_set (prepared_conditions f) ns l x) i = true ->
  exists y q l', In (y, q) (steps (row target (state l))) /\ pair_step s f l x y q = Some l' /\ label_at i = Some l'.
Proof.
  unfold successor_set. set (r := steps (row target (state l))). clearbody r.
  induction r as [|[y q] r IH]; cbn [fold_right]; [rewrite N.bits_0; discriminate|].
  change (pair_step_with s f (prepared_conditions f)) with (pair_step s f) in *. cbn [fst snd].
  intros H. destruct (pair_step s f l x y q) as [l'|] eqn:El.
  - destruct (number_of ns l') as [j|] eqn:Ej.
    + rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq in H. destruct H as [->|H].
      * exists y, q, l'. apply number_of_spec in Ej. repeat split; auto. now left.
      * destruct (IH H) as (y' & q' & l'' & ? & ?). exists y', q', l''. split; [now right|assumption].
    + destruct (IH H) as (y' & q' & l'' & ? & ?). exists y', q', l''. split; [now right|assumption].
  - destruct (IH H) as (y' & q' & l'' & ? & ?). exists y', q', l''. split; [now right|assumption].
Qed.

Lemma successor_table_spec ls x i j :
  N.testbit (successor_set_of (successor_table ls) x i) j = true ->
  exists l y q l', label_at i = Some l /\ In (y, q) (steps (row target (state l))) /\
                   pair_step s f l x y q = Some l' /\ label_at j = Some l'.
Proof.
  unfold successor_set_of, successor_table, label_at at 1.
  unfold PositiveMap.map. rewrite PositiveMap.gmapi.
  destruct (PositiveMap.find (N.succ_pos i) (labels m)) as [l|]; cbn [option_map];
    [|rewrite N.bits_0; discriminate].
  destruct (lookup x _) as [set|] eqn:E; [|rewrite N.bits_0; discriminate].
  apply lookup_in, in_map_iff in E as (x' & E & _). injection E as -> <-.
  intros H. apply successor_set_spec in H as (y & q & l' & ?). exists l, y, q, l'. tauto.
Qed.

Lemma macros_run ls : check_macros ls = true ->
  forall x j a, macro_at j = Some a -> run (machine m) (machine_state a) x <> 0 ->
  exists i l y, In i (members a) /\ label_at i = Some l /\ pair_run s f target l x y = true.
Proof.
  unfold check_macros. intros H. apply andb_prop in H as [H Hm]. apply andb_prop in H as [Hd _].
  rewrite forallb_forall in Hm.
  assert (forall j a, macro_at j = Some a -> check_macro (successor_table ls) a = true) as Hc.
  { intros j a Ha. unfold macro_at in Ha. apply PositiveMap.elements_correct in Ha. exact (Hm _ Ha). }
  clear Hm. induction x as [|c x IH]; intros j a Ha Hr; specialize (Hc j a Ha) as Hca;
    unfold check_macro in Hca; apply andb_prop in Hca as [Hacc Hsteps].
  - cbn in Hr. apply orb_prop in Hacc as [Hacc|Hacc]; [apply N.eqb_eq in Hacc; contradiction|].
    apply existsb_exists in Hacc as (i & Hi & Hl). unfold label_accepts in Hl.
    destruct (label_at i) as [l|] eqn:El; [|discriminate]. exists i, l, []. auto.
  - cbn in Hr. destruct (next (machine m) (machine_state a) c) as [q|] eqn:E; [|contradiction].
    apply lookup_in in E. rewrite forallb_forall in Hsteps. specialize (Hsteps _ E).
    unfold check_step in Hsteps. cbn [fst snd] in Hsteps.
    destruct (lookup c (macro_steps a)) as [j'|]; [|discriminate].
    destruct (macro_at j') as [b|] eqn:Eb; [|discriminate].
    apply andb_prop in Hsteps as [Hq Hb]. apply N.eqb_eq in Hq. subst q.
    destruct (IH j' b Eb Hr) as (i' & l' & y & Hi' & Hl' & Hrun).
    rewrite forallb_forall in Hb. specialize (Hb _ Hi').
    assert (exists i, In i (members a) /\ N.testbit (successor_set_of (successor_table ls) c i) i' = true)
      as (i & Hi & Ht).
    { revert Hb. generalize (members a) as is. induction is as [|i is IHi]; cbn [fold_right].
      - rewrite N.bits_0. discriminate.
      - rewrite N.lor_spec, orb_true_iff. intros [H|H].
        + exists i. split; [now left|exact H].
        + destruct (IHi H) as (i0 & ? & ?). exists i0. split; [now right|assumption]. }
    apply successor_table_spec in Ht as (l & d & q & l'' & Hl & Hin & Hst & Hl'').
    assert (l'' = l') by congruence. subst l''.
    exists i, l, (d :: y). repeat split; auto. cbn.
    unfold next. rewrite (in_lookup d q) by (try assumption; now apply rows_distinct_spec).
    rewrite Hst. exact Hrun.
Qed.

Theorem check_macros_spec ls : check_macros ls = true ->
  forall x, accepts (machine m) x = true -> exists y, length y = length x /\ linked s f target x y = true.
Proof.
  intros H x Hx. pose proof (macros_run ls H) as Hrun.
  unfold check_macros in H. apply andb_prop in H as [H _]. apply andb_prop in H as [_ Hf].
  unfold accepts in Hx. apply negb_true_iff, N.eqb_neq in Hx.
  unfold check_first in Hf. unfold linked. destruct (first_macro m) as [j|].
  - destruct (macro_at j) as [a|] eqn:Ea; [|discriminate].
    destruct (first_label s f target) as [l|]; [|discriminate].
    apply andb_prop in Hf as [Hq Hl]. apply N.eqb_eq in Hq. rewrite <- Hq in Hx.
    destruct (Hrun x j a Ea Hx) as (i & l' & y & Hi & Hl' & Hy).
    rewrite forallb_forall in Hl. specialize (Hl _ Hi). rewrite Hl' in Hl.
    apply label_eqb_eq in Hl. subst l'. exists y. split; [|exact Hy].
    symmetry. eapply pair_run_length; eauto.
  - exfalso. apply andb_prop in Hf as [Ho Hs]. apply N.eqb_eq in Ho.
    destruct x as [|c x]; cbn in Hx; [contradiction|]. unfold next in Hx.
    destruct (steps (row (machine m) (start (machine m)))); [|discriminate]. cbn in Hx. contradiction.
Qed.

End Macros.

End Family.
