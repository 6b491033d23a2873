(** How many options of a position lie in a set: machines whose outputs are these numbers, up to a bound.  For games
    with blocking. *)

From Coq Require Import NArith ZArith Arith List Bool Lia FMapPositive Permutation Mergesort Orders.
From Wythoff Require Import Numeration Game Automata Families Macros.
Import ListNotations.
Local Open Scope N_scope.

Module N_order <: TotalLeBool.
  Definition t := N.
  Definition leb := N.leb.
  Theorem leb_total : forall a b, leb a b = true \/ leb b a = true.
  Proof. intros a b. unfold leb. rewrite !N.leb_le. lia. Qed.
End N_order.

Module N_sort := Sort N_order.

Definition sum (l : list N) : N := fold_right N.add 0 l.

Lemma sum_app l l' : sum (l ++ l') = sum l + sum l'.
Proof. induction l as [|a l IH]; cbn; [reflexivity|]. fold (sum (l ++ l')) (sum l). lia. Qed.

Lemma sum_cons a l : sum (a :: l) = a + sum l.
Proof. reflexivity. Qed.

Lemma sum_permutation l l' : Permutation l l' -> sum l = sum l'.
Proof. induction 1; rewrite ?sum_cons in *; lia. Qed.

Section Count.

Variable s : numeration.
Variable f : family.
Variable target : dfa.

(** ** The options of a word by the family that the target accepts, and their number *)

Fixpoint targets (l : label) (x : word) : list word :=
  match x with
  | [] => if pair_accepts f target l then [[]] else []
  | a :: x =>
      flat_map (fun b =>
        match pair_step s f l a (fst b) (snd b) with
        | Some l' => map (cons (fst b)) (targets l' x)
        | None => []
        end) (steps (row target (state l)))
  end.

Definition targets_of (x : word) : list word :=
  match first_label s f target with Some l => targets l x | None => [] end.

Fixpoint count (l : label) (x : word) : N :=
  match x with
  | [] => if pair_accepts f target l then 1 else 0
  | a :: x =>
      sum (map (fun b =>
        match pair_step s f l a (fst b) (snd b) with
        | Some l' => count l' x
        | None => 0
        end) (steps (row target (state l))))
  end.

Lemma count_targets x : forall l, N.of_nat (length (targets l x)) = count l x.
Proof.
  induction x as [|a x IH]; intros l; cbn [targets count]; [now destruct pair_accepts|].
  induction (steps (row target (state l))) as [|b r IHr]; [reflexivity|]. cbn [flat_map map].
  rewrite app_length, Nat2N.inj_add, sum_cons. f_equal; [|exact IHr].
  destruct pair_step; [|reflexivity]. rewrite map_length. apply IH.
Qed.

Hypothesis rows_ok : rows_distinct target = true.

Lemma targets_in x : forall l y, In y (targets l x) <-> pair_run s f target l x y = true.
Proof.
  induction x as [|a x IH]; intros l y; cbn [targets].
  - destruct y as [|b y]; cbn [pair_run].
    + destruct pair_accepts; cbn; intuition discriminate.
    + destruct pair_accepts; cbn; intuition discriminate.
  - rewrite in_flat_map. split.
    + intros ([b q] & Hb & Hy). cbn [fst snd] in Hy.
      destruct (pair_step s f l a b q) as [l'|] eqn:E; [|contradiction].
      apply in_map_iff in Hy as (z & <- & Hz). cbn. unfold next.
      rewrite (in_lookup b q) by (try assumption; now apply rows_distinct_spec).
      rewrite E. now apply IH.
    + destruct y as [|b y]; [discriminate|]. cbn. unfold next.
      destruct (lookup b (steps (row target (state l)))) as [q|] eqn:E; [|discriminate].
      destruct (pair_step s f l a b q) as [l'|] eqn:El; [|discriminate]. intros H.
      exists (b, q). split; [now apply lookup_in|]. cbn. rewrite El. apply in_map. now apply IH.
Qed.

Lemma targets_distinct x : forall l, NoDup (targets l x).
Proof.
  induction x as [|a x IH]; intros l; cbn [targets].
  - destruct pair_accepts; repeat constructor. easy.
  - pose proof (rows_distinct_spec target (state l) rows_ok) as Hd.
    induction (steps (row target (state l))) as [|[b q] r IHr]; cbn; [constructor|].
    cbn in Hd. destruct (lookup b r) eqn:E; [discriminate|]. apply NoDup_both; [| |].
    + destruct pair_step; [|constructor]. apply NoDup_image; [congruence|apply IH].
    + now apply IHr.
    + intros y Hy C. destruct (pair_step s f l a b q); [|contradiction].
      apply in_map_iff in Hy as (z & <- & _). apply in_flat_map in C as ([b' q'] & Hb & C). cbn in C.
      destruct (pair_step s f l a b' q'); [|contradiction].
      apply in_map_iff in C as (z' & C & _). injection C as -> _.
      eapply lookup_not_in; eauto.
Qed.

Lemma targets_of_in x y : In y (targets_of x) <-> linked s f target x y = true.
Proof. unfold targets_of, linked. destruct first_label; [apply targets_in|]. split; [contradiction|discriminate]. Qed.

Lemma targets_of_distinct x : NoDup (targets_of x).
Proof. unfold targets_of. destruct first_label; [apply targets_distinct|constructor]. Qed.

(** ** Multisets of labels

    Labels from [sterile] on lead to each other only and never accept. *)

Variable m : macros.
Variable sterile : N.
Variable cap unit : N.

Definition value (x : word) (i : N) : N := match label_at m i with Some l => count l x | None => 0 end.

Definition values_of (x : word) (is : list N) : N := sum (map (value x) is).

(** The numbers of the successors of a label, if all have one. *)
Definition successor_list (conds : list prepared) (ns : PositiveMap.t positive) (l : label) (a : letter)
  : option (list N) :=
  fold_right (fun b r =>
    match pair_step_with s f conds l a (fst b) (snd b) with
    | Some l' =>
        match number_of m ns l', r with
        | Some i, Some is => Some (i :: is)
        | _, _ => None
        end
    | None => r
    end) (Some []) (steps (row target (state l))).

Lemma successor_list_spec ns l a is x :
  successor_list (prepared_conditions f) ns l a = Some is -> count l (a :: x) = values_of x is.
Proof.
  unfold successor_list. cbn [count]. revert is.
  induction (steps (row target (state l))) as [|b r IH]; intros is; cbn [fold_right map].
  - intros [= <-]. reflexivity.
  - change (pair_step_with s f (prepared_conditions f)) with (pair_step s f) in *.
    destruct (pair_step s f l a (fst b) (snd b)) as [l'|] eqn:E.
    + destruct (number_of m ns l') as [i|] eqn:Ei; [|discriminate].
      destruct (fold_right _ _ r) as [is'|]; [|discriminate]. intros [= <-].
      rewrite sum_cons, (IH is' eq_refl). unfold values_of. cbn [map]. rewrite sum_cons. f_equal.
      unfold value. apply number_of_spec in Ei. now rewrite Ei.
    + intros H. rewrite sum_cons, N.add_0_l. now apply IH.
Qed.

Definition list_table := PositiveMap.t (list (letter * option (list N))).

Definition successor_lists (ls : list letter) : list_table :=
  let conds := prepared_conditions f in
  let ns := numbers m in
  PositiveMap.map (fun l => map (fun a => (a, successor_list conds ns l a)) ls) (labels m).

Definition list_at (t : list_table) (a : letter) (i : N) : option (list N) :=
  match PositiveMap.find (N.succ_pos i) t with
  | Some r => match lookup a r with Some is => is | None => None end
  | None => None
  end.

Lemma list_at_spec ls a i is x :
  list_at (successor_lists ls) a i = Some is -> value (a :: x) i = values_of x is.
Proof.
  unfold list_at, successor_lists, value, label_at. unfold PositiveMap.map. rewrite PositiveMap.gmapi.
  destruct (PositiveMap.find (N.succ_pos i) (labels m)) as [l|]; cbn [option_map]; [|discriminate].
  destruct (lookup a _) as [js|] eqn:E; [|discriminate]. intros ->.
  apply lookup_in, in_map_iff in E as (a' & E & _). injection E as -> E.
  now apply (successor_list_spec _ l a is x) in E.
Qed.

Definition live (i : N) : bool := i <? sterile.

(** Sterile labels. *)
Definition check_sterile (t : list_table) (ls : list letter) : bool :=
  forallb (fun e =>
    let i := Pos.pred_N (fst e) in
    live i ||
    negb (pair_accepts f target (snd e)) &&
    forallb (fun a =>
      match list_at t a i with Some is => forallb (fun j => negb (live j)) is | None => false end) ls)
    (PositiveMap.elements (labels m)).

Lemma sterile_spec ls : check_sterile (successor_lists ls) ls = true ->
  forall x i, Forall (fun a => In a ls) x -> live i = false -> value x i = 0.
Proof.
  unfold check_sterile. rewrite forallb_forall. intros H.
  induction x as [|a x IH]; intros i Hx Hi; unfold value;
    destruct (label_at m i) as [l|] eqn:El; try reflexivity;
    pose proof El as El'; unfold label_at in El'; apply PositiveMap.elements_correct in El'; specialize (H _ El');
    cbn [fst snd] in H; rewrite N.pos_pred_succ, Hi in H; cbn [orb] in H; apply andb_prop in H as [Ha Hs].
  - cbn. apply negb_true_iff in Ha. now rewrite Ha.
  - inversion Hx as [|? ? Hin Hx']; subst. rewrite forallb_forall in Hs. specialize (Hs a Hin).
    destruct (list_at (successor_lists ls) a i) as [is|] eqn:Et; [|discriminate].
    pose proof (list_at_spec ls a i is x Et) as Hv. unfold value in Hv. rewrite El in Hv. rewrite Hv.
    unfold values_of. rewrite forallb_forall in Hs. clear - IH Hs Hx'.
    induction is as [|j is IHis]; [reflexivity|]. cbn [map]. rewrite sum_cons.
    rewrite IH, IHis; auto with datatypes. apply negb_true_iff, Hs. now left.
Qed.

(** The live successors of a multiset. *)
Fixpoint next_members (t : list_table) (a : letter) (is : list N) : option (list N) :=
  match is with
  | [] => Some []
  | i :: is =>
      match list_at t a i, next_members t a is with
      | Some js, Some ks => Some (filter live js ++ ks)
      | _, _ => None
      end
  end.

Lemma values_live ls x is : check_sterile (successor_lists ls) ls = true -> Forall (fun a => In a ls) x ->
  values_of x (filter live is) = values_of x is.
Proof.
  intros H Hx. unfold values_of. induction is as [|i is IH]; cbn; [reflexivity|].
  destruct (live i) eqn:E; cbn; fold (sum (map (value x) is)) (sum (map (value x) (filter live is))).
  - now rewrite IH.
  - rewrite (sterile_spec ls H x i Hx E), IH. reflexivity.
Qed.

Lemma next_members_spec ls a x is js : check_sterile (successor_lists ls) ls = true -> Forall (fun a => In a ls) x ->
  next_members (successor_lists ls) a is = Some js -> values_of (a :: x) is = values_of x js.
Proof.
  intros H Hx. revert js. induction is as [|i is IH]; intros js; cbn [next_members].
  - intros [= <-]. reflexivity.
  - destruct (list_at (successor_lists ls) a i) as [ks|] eqn:E; [|discriminate].
    destruct (next_members (successor_lists ls) a is) as [js'|]; [|discriminate]. intros [= <-].
    unfold values_of. cbn [map]. rewrite map_app, sum_app, sum_cons.
    fold (values_of x (filter live ks)) (values_of x js') (values_of (a :: x) is).
    rewrite (values_live ls x ks H Hx), (IH js' eq_refl). f_equal. eapply list_at_spec; eauto.
Qed.

(** More than [cap] copies of a label count as much as [cap]. *)
Fixpoint cap_repeats (i seen : N) (is : list N) : list N :=
  match is with
  | [] => []
  | j :: is =>
      if j =? i then if seen <? cap then j :: cap_repeats i (seen + 1) is else cap_repeats i seen is
      else j :: cap_repeats j 1 is
  end.

Definition canonical (is : list N) : list N :=
  match N_sort.sort is with [] => [] | i :: is => i :: cap_repeats i 1 is end.

Lemma cap_repeats_spec x is : forall i seen,
  N.min cap (seen * value x i + values_of x (cap_repeats i seen is)) =
  N.min cap (seen * value x i + values_of x is).
Proof.
  unfold values_of. induction is as [|j is IH]; intros i seen; cbn [cap_repeats map]; [reflexivity|].
  destruct (N.eqb_spec j i) as [->|Hne].
  - destruct (N.ltb_spec seen cap).
    + cbn [map]. rewrite !sum_cons. specialize (IH i (seen + 1)). lia.
    + rewrite sum_cons. specialize (IH i seen). destruct (N.eq_dec (value x i) 0) as [E|E].
      * rewrite E in *. lia.
      * assert (cap <= seen * value x i) by nia. lia.
  - cbn [map]. rewrite !sum_cons. specialize (IH j 1). lia.
Qed.

Lemma canonical_spec x is : N.min cap (values_of x (canonical is)) = N.min cap (values_of x is).
Proof.
  unfold canonical, values_of.
  assert (Permutation is (N_sort.sort is)) as Hp by apply N_sort.Permuted_sort.
  rewrite (sum_permutation _ _ (Permutation_map (value x) Hp)). clear Hp.
  destruct (N_sort.sort is) as [|i js]; [reflexivity|]. cbn [map]. rewrite !sum_cons.
  pose proof (cap_repeats_spec x js i 1) as H. unfold values_of in H. lia.
Qed.

(** ** The check *)

Definition dead_state (d : dfa) (q : N) : bool :=
  (output (row d q) =? 0) && match steps (row d q) with [] => true | _ => false end.

Definition count_letter (t : list_table) (a : macro) (l : letter) : bool :=
  match next_members t l (members a) with
  | None => false
  | Some js =>
      let js := canonical js in
      match lookup l (macro_steps a) with
      | Some j =>
          match macro_at m j with
          | Some b =>
              list_eqb N.eqb js (members b) &&
              match next (machine m) (machine_state a) l with
              | Some q => q =? machine_state b
              | None => dead_state (machine m) (machine_state b)
              end
          | None => false
          end
      | None =>
          match js with [] => true | _ => false end &&
          match next (machine m) (machine_state a) l with Some _ => false | None => true end
      end
  end.

Variable k : nat.

Definition count_good (t : list_table) (w : walker) : bool :=
  match at_states w with
  | [Some i] =>
      match macro_at m i with
      | Some a =>
          (if (phase_of w =? 0)%nat then
             N.min cap (values_of [] (members a)) * unit =? output (row (machine m) (machine_state a))
           else true) &&
          forallb (fun l =>
            match letter_step s (coefficient s (before_phase s (phase_of w))) (flags w) l with
            | Some _ => count_letter t a l
            | None => true
            end) (letters k (coefficient s (before_phase s (phase_of w))))
      | None => false
      end
  | _ => false
  end.

Definition count_successors (w : walker) : list walker :=
  match at_states w with
  | [Some i] =>
      match macro_at m i with
      | Some a =>
          let p := before_phase s (phase_of w) in
          flat_map (fun e =>
            match letter_step s (coefficient s p) (flags w) (fst e) with
            | Some g => [Walker p g [Some (snd e)]]
            | None => []
            end) (macro_steps a)
      | None => []
      end
  | _ => []
  end.

Definition check_counts (ls : list letter) : bool :=
  let t := successor_lists ls in
  let expected :=
    match first_label s f target with
    | Some l => match number_of m (numbers m) l with Some i => Some (filter live [i]) | None => None end
    | None => Some []
    end in
  check_sterile t ls &&
  match expected with
  | None => false
  | Some is =>
      match first_macro m with
      | Some j =>
          match macro_at m j with
          | Some a =>
              list_eqb N.eqb is (members a) && (machine_state a =? start (machine m)) &&
              all_good walker_key walker_eqb count_successors (count_good t) [Walker 0 (clear_flags k) [Some j]]
          | None => false
          end
      | None => match is with [] => dead_state (machine m) (start (machine m)) | _ => false end
      end
  end.

Lemma dead_state_spec d q x : dead_state d q = true -> run d q x = 0.
Proof.
  unfold dead_state. intros H. apply andb_prop in H as [Ho Hs]. apply N.eqb_eq in Ho.
  destruct x as [|a x]; cbn; [exact Ho|]. unfold next. destruct (steps (row d q)); [reflexivity|discriminate].
Qed.

Hypothesis ok : system_ok s = true.

Theorem check_counts_spec ls : check_counts ls = true ->
  (forall w, proper s k w -> Forall (fun a => In a ls) w) ->
  forall x, proper s k x ->
  run (machine m) (start (machine m)) x = N.min cap (N.of_nat (length (targets_of x))) * unit.
Proof.
  unfold check_counts. cbv zeta. intros H Hls x Hx. apply andb_prop in H as [Hster H].
  specialize (Hls x Hx) as Hin. destruct Hx as [Vx Nx].
  assert (forall is, match first_label s f target with
      | Some l => match number_of m (numbers m) l with Some i => Some (filter live [i]) | None => None end
      | None => Some []
      end = Some is -> N.of_nat (length (targets_of x)) = values_of x is) as Hfirst.
  { intros is Hi. unfold targets_of. destruct (first_label s f target) as [l|].
    - destruct (number_of m (numbers m) l) as [i|] eqn:Ei; [|discriminate].
      assert (is = filter live [i]) as -> by congruence.
      rewrite (values_live ls x [i] Hster Hin), count_targets.
      unfold values_of, value. cbn. apply number_of_spec in Ei. rewrite Ei. lia.
    - injection Hi as <-. reflexivity. }
  set (expected := match first_label s f target with
      | Some l => match number_of m (numbers m) l with Some i => Some (filter live [i]) | None => None end
      | None => Some []
      end) in *.
  clearbody expected. destruct expected as [is|]; [|discriminate].
  specialize (Hfirst is eq_refl). rewrite Hfirst. clear Hfirst.
  destruct (first_macro m) as [j|].
  2: { destruct is; [|discriminate]. cbn. rewrite (dead_state_spec _ _ _ H). lia. }
  destruct (macro_at m j) as [a|] eqn:Ea; [|discriminate].
  apply andb_prop in H as [H Hgood]. apply andb_prop in H as [Hm Hq].
  apply list_eqb_eq in Hm; [|intros ? ?; apply N.eqb_eq]. apply N.eqb_eq in Hq. subst is. rewrite <- Hq.
  apply (all_good_invariant _ _ walker_eqb_eq) in Hgood as (I & Hs & HI).
  assert (forall x p fl j a, I (Walker p fl [Some j]) -> macro_at m j = Some a ->
    p = (length x mod period s)%nat -> length fl = k -> valid s fl x = true -> Forall (fun a => In a ls) x ->
    run (machine m) (machine_state a) x = N.min cap (values_of x (members a)) * unit) as Hall.
  { clear x Vx Nx Hin j a Ea Hq Hs. induction x as [|c x IH]; intros p fl j a Hi Ea Hp Hk Hv Hin.
    - destruct (HI _ Hi) as [Hg _]. unfold count_good in Hg. cbn [at_states phase_of] in Hg. rewrite Ea in Hg.
      apply andb_prop in Hg as [Hg _]. cbn in Hp. rewrite Nat.mod_0_l in Hp by (apply period_positive, ok).
      subst p. cbn in Hg. apply N.eqb_eq in Hg. cbn. now symmetry.
    - destruct (HI _ Hi) as [Hg Hn]. unfold count_good in Hg. cbn [at_states phase_of flags] in Hg. rewrite Ea in Hg.
      apply andb_prop in Hg as [_ Hg]. cbn [valid] in Hv. cbn [length] in Hp.
      rewrite (coefficient_phase s ok (length x) p Hp) in Hg.
      destruct (letter_step s (coefficient s (length x)) fl c) as [g|] eqn:Eg; [|discriminate].
      rewrite forallb_forall in Hg. specialize (Hg c).
      rewrite Eg in Hg. rewrite <- Hk in Hg. specialize (Hg (letter_step_in s _ _ _ _ Eg)).
      inversion Hin as [|? ? Hc Hin']; subst. unfold count_letter in Hg.
      destruct (next_members (successor_lists ls) c (members a)) as [js|] eqn:Ejs; [|discriminate].
      rewrite (next_members_spec ls c x (members a) js Hster Hin' Ejs), <- canonical_spec.
      cbn [run].
      destruct (lookup c (macro_steps a)) as [j'|] eqn:Ej.
      + destruct (macro_at m j') as [b|] eqn:Eb; [|discriminate]. apply andb_prop in Hg as [Hmem Hst].
        apply list_eqb_eq in Hmem; [|intros ? ?; apply N.eqb_eq]. rewrite Hmem.
        rewrite <- (IH (before_phase s (S (length x) mod period s)) g j' b); auto.
        * destruct (next (machine m) (machine_state a) c) as [q|].
          -- apply N.eqb_eq in Hst. now subst q.
          -- symmetry. now apply dead_state_spec.
        * apply Hn. unfold count_successors. cbn [at_states phase_of flags]. rewrite Ea. apply in_flat_map.
          exists (c, j'). split; [now apply lookup_in|]. cbn [fst snd].
          rewrite (coefficient_phase s ok (length x) _ eq_refl), Eg. now left.
        * symmetry. now apply phase_step.
        * destruct (letter_step_length _ _ _ _ _ Eg). congruence.
      + destruct (canonical js); [|discriminate]. cbn [andb] in Hg.
        destruct (next (machine m) (machine_state a) c); [discriminate|]. cbn. lia. }
  apply (Hall x 0%nat (clear_flags k) j a); auto; [apply Hs; now left|apply repeat_length].
Qed.

End Count.
