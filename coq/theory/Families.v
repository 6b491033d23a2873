(** The automaton of a move family.  It reads the digits of a position x and of a position y side by side, and
    accepts if y is an option of x by the family and is accepted by a target automaton.

    After some digits the value of a linear form is p u_n + q u_{n-1} plus what is to come, with n digits to come.
    What is to come lies between -down (u_n - 1) and up (u_n - 1), so that the form may be settled for all n. *)

From Coq Require Import NArith ZArith Arith List Bool Lia.
From Wythoff Require Import Numeration Game Automata.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Conditions in the form in which they are followed *)

Record prepared := Prepared { pre : list Z; post : list Z; target : bound; up : Z; down : Z }.

(** A pile that stays the same counts once, with both coefficients. *)
Fixpoint gather (cs : list change) (b a : list Z) : list Z * list Z :=
  match cs, b, a with
  | c :: cs, x :: b, y :: a =>
      let rest := gather cs b a in
      match c with
      | Same => (x + y :: fst rest, 0 :: snd rest)
      | _ => (x :: fst rest, y :: snd rest)
      end
  | _, _, _ => (b, a)
  end.

Definition positive_part (c : list Z) : Z := fold_right (fun a t => Z.max a 0 + t) 0 c.
Definition negative_part (c : list Z) : Z := fold_right (fun a t => Z.max (- a) 0 + t) 0 c.

Definition prepare (cs : list change) (c : condition) : prepared :=
  let g := gather cs (before c) (after c) in
  Prepared (fst g) (snd g) (sum_is c)
    (positive_part (fst g) + positive_part (snd g)) (negative_part (fst g) + negative_part (snd g)).

Lemma gather_dot cs b a x y : all_changed cs x y = true ->
  dot (fst (gather cs b a)) x + dot (snd (gather cs b a)) y = dot b x + dot a y.
Proof.
  revert b a x y. induction cs as [|c cs IH]; intros [|p b] [|q a] [|v x] [|w y] H;
    cbn [gather fst snd dot] in *; try discriminate; try reflexivity.
  cbn [all_changed] in H. apply andb_prop in H as [Hc H]. specialize (IH b a x y H).
  destruct c; cbn [fst snd dot] in *; try lia. apply N.eqb_eq in Hc. subst. nia.
Qed.

Section Family.

Variable s : numeration.

(** ** Linear forms *)

(** Whether p u_n + q u_{n-1} >= least for all n that are [phase] modulo the period; [false] may mean that this was not
    found out. *)
Fixpoint always (fuel : nat) (phase : nat) (p q least : Z) : bool :=
  match fuel with
  | O => false
  | S fuel =>
      if (0 <=? p) && (0 <=? q) && (least <=? p + q) then true
      else if (phase =? 0)%nat && (p + q <? least) then false
      else
        let index := before_phase s phase in
        always fuel index (Z.of_N (coefficient s index) * p + q) (Z.of_N (second s) * p) least
  end.

(** What is known of a condition: that it holds whatever comes, or the value so far. *)
Inductive known := Settled | Value (p q : Z).

Definition fuel : nat := 200.

Definition settle (c : prepared) (phase : nat) (p q : Z) : option known :=
  match target c with
  | Modulo m r => Some (Value (p mod m) (q mod m))
  | Between least most =>
      let at_least b := always fuel phase (p - down c) q (b - down c) in
      let at_most b := always fuel phase (- p - up c) (- q) (- b - up c) in
      if match least with Some l => at_most (l - 1) | None => false end then None
      else if match most with Some h => at_least (h + 1) | None => false end then None
      else if match least with Some l => at_least l | None => true end then
        if match most with Some h => at_most h | None => true end then Some Settled else Some (Value p q)
      else Some (Value p q)
  end.

Definition follow (c : prepared) (phase : nat) (k : known) (x y : letter) : option known :=
  match k with
  | Settled => Some Settled
  | Value p q =>
      settle c phase (Z.of_N (coefficient s phase) * p + q + dot (pre c) x + dot (post c) y)
        (Z.of_N (second s) * p)
  end.

Definition met (c : prepared) (k : known) : bool :=
  match k with Settled => true | Value p q => within (target c) (p + q) end.

Fixpoint follow_all (cs : list prepared) (phase : nat) (ks : list known) (x y : letter) : option (list known) :=
  match cs, ks with
  | [], [] => Some []
  | c :: cs, k :: ks =>
      match follow c phase k x y with
      | Some k => match follow_all cs phase ks x y with Some ks => Some (k :: ks) | None => None end
      | None => None
      end
  | _, _ => None
  end.

Fixpoint all_met (cs : list prepared) (ks : list known) : bool :=
  match cs, ks with
  | [], [] => true
  | c :: cs, k :: ks => met c k && all_met cs ks
  | _, _ => false
  end.

(** ** Piles: those of y that are known to be smaller *)

Definition compare_pile (c : change) (smaller : bool) (x y : N) : option bool :=
  if (x =? y)%N then Some smaller
  else if smaller then Some true
  else match c with Same => None | _ => if (y <? x)%N then Some true else None end.

Fixpoint compare_piles (cs : list change) (ms : list bool) (x y : letter) : option (list bool) :=
  match cs, ms, x, y with
  | [], [], [], [] => Some []
  | c :: cs, m :: ms, a :: x, b :: y =>
      match compare_pile c m a b with
      | Some m => match compare_piles cs ms x y with Some ms => Some (m :: ms) | None => None end
      | None => None
      end
  | _, _, _, _ => None
  end.

Fixpoint compared (cs : list change) (ms : list bool) : bool :=
  match cs, ms with
  | [], [] => true
  | c :: cs, m :: ms => (m || match c with Less => false | _ => true end) && compared cs ms
  | _, _ => false
  end.

(** ** Labels: the states of the automaton *)

Record label := Label { phase : nat; state : N; smaller : list bool; knowns : list known }.

Variable f : family.
Variable t : dfa.

Definition prepared_conditions : list prepared := map (prepare (changes f)) (conditions f).

(** The conditions are an argument, so that they are prepared once. *)
Definition pair_step_with (conds : list prepared) (l : label) (x y : letter) (state' : N) : option label :=
  let p := before_phase s (phase l) in
  match compare_piles (changes f) (smaller l) x y with
  | Some ms =>
      match follow_all conds p (knowns l) x y with
      | Some ks => Some (Label p state' ms ks)
      | None => None
      end
  | None => None
  end.

Definition pair_step : label -> letter -> letter -> N -> option label := pair_step_with prepared_conditions.

Definition pair_accepts (l : label) : bool :=
  (phase l =? 0)%nat && negb (output (row t (state l)) =? 0)%N && compared (changes f) (smaller l) &&
  all_met prepared_conditions (knowns l).

Fixpoint pair_run (l : label) (x y : word) : bool :=
  match x, y with
  | [], [] => pair_accepts l
  | a :: x, b :: y =>
      match next t (state l) b with
      | Some q => match pair_step l a b q with Some l => pair_run l x y | None => false end
      | None => false
      end
  | _, _ => false
  end.

Fixpoint settle_all (cs : list prepared) : option (list known) :=
  match cs with
  | [] => Some []
  | c :: cs =>
      match settle c 0 0 0, settle_all cs with
      | Some k, Some ks => Some (k :: ks)
      | _, _ => None
      end
  end.

Definition first_label : option label :=
  match settle_all prepared_conditions with
  | Some ks => Some (Label 0 (start t) (map (fun _ => false) (changes f)) ks)
  | None => None
  end.

(** y is reached from x by the family, and the target accepts it. *)
Definition linked (x y : word) : bool :=
  match first_label with Some l => pair_run l x y | None => false end.

(** ** Proofs *)

Hypothesis ok : system_ok s = true.

Local Notation u n := (Z.of_N (weight s n)).
Local Notation u' n := (Z.of_N (lower s n)).

Lemma u_facts n : 1 <= u' n <= u n.
Proof. pose proof (weight_facts s ok n). lia. Qed.

Lemma always_spec fl : forall ph p q least n, always fl ph p q least = true ->
  ph = (n mod period s)%nat -> least <= p * u n + q * u' n.
Proof.
  induction fl as [|fl IH]; intros ph p q least n H Hn; cbn [always] in H; [discriminate|].
  pose proof (u_facts n) as Hu.
  destruct ((0 <=? p) && (0 <=? q) && (least <=? p + q)) eqn:E.
  - rewrite !andb_true_iff, !Z.leb_le in E. nia.
  - clear E. destruct ((ph =? 0)%nat && (p + q <? least)) eqn:E; [discriminate|].
    destruct n as [|n].
    + rewrite Nat.mod_0_l in Hn by (apply period_positive, ok). subst ph. cbn in E.
      apply Z.ltb_ge in E. cbn. lia.
    + specialize (IH _ _ _ _ n H). rewrite weight_S, lower_S.
      rewrite (coefficient_phase s ok n ph Hn) in IH.
      rewrite (phase_step s ok n ph Hn) in IH. specialize (IH eq_refl).
      rewrite N2Z.inj_add, !N2Z.inj_mul. lia.
Qed.

Definition small (n : nat) (v : list N) : Prop := Forall (fun a => (a < weight s n)%N) v.

Lemma positive_cons a c : positive_part (a :: c) = Z.max a 0 + positive_part c.
Proof. reflexivity. Qed.

Lemma negative_cons a c : negative_part (a :: c) = Z.max (- a) 0 + negative_part c.
Proof. reflexivity. Qed.

Lemma parts_nonnegative c : 0 <= positive_part c /\ 0 <= negative_part c.
Proof. induction c as [|a c IH]; rewrite ?positive_cons, ?negative_cons; [cbn|]; lia. Qed.

Lemma dot_bounds n c v : small n v ->
  - (negative_part c * (u n - 1)) <= dot c v <= positive_part c * (u n - 1).
Proof.
  pose proof (u_facts n) as Hu. revert v.
  induction c as [|a c IH]; intros [|x v] H; cbn [dot]; rewrite ?positive_cons, ?negative_cons.
  - cbn. lia.
  - cbn. lia.
  - pose proof (parts_nonnegative c). pose proof (Z.le_max_r a 0). pose proof (Z.le_max_r (- a) 0). nia.
  - inversion H; subst. specialize (IH v H3). assert (0 <= Z.of_N x <= u n - 1) as Hx by lia.
    assert (- (Z.max (- a) 0 * (u n - 1)) <= a * Z.of_N x <= Z.max a 0 * (u n - 1)); [|lia].
    destruct (Z.le_ge_cases 0 a); rewrite ?(Z.max_l a 0), ?(Z.max_r a 0), ?(Z.max_l (- a) 0), ?(Z.max_r (- a) 0) by lia; nia.
Qed.

Definition balanced (c : prepared) : Prop :=
  up c = positive_part (pre c) + positive_part (post c) /\
  down c = negative_part (pre c) + negative_part (post c).

Definition known_holds (n : nat) (c : prepared) (k : known) (x y : list N) : Prop :=
  match k with
  | Settled => True
  | Value p q => within (target c) (p * u n + q * u' n + dot (pre c) x + dot (post c) y) = true
  end.

Lemma settle_spec n c ph p q x y : balanced c -> small n x -> small n y -> ph = (n mod period s)%nat ->
  within (target c) (p * u n + q * u' n + dot (pre c) x + dot (post c) y) = true <->
  match settle c ph p q with Some k => known_holds n c k x y | None => False end.
Proof.
  intros [Hup Hdown] Hx Hy Hn. unfold settle, known_holds.
  pose proof (dot_bounds n (pre c) x Hx) as Bx. pose proof (dot_bounds n (post c) y Hy) as By.
  remember (dot (pre c) x) as rx. remember (dot (post c) y) as ry. clear Heqrx Heqry.
  assert (- (down c * (u n - 1)) <= rx + ry <= up c * (u n - 1)) as Br by nia. clear Bx By.
  destruct (target c) as [least most|m z] eqn:Ht.
  - assert (forall b, always fuel ph (p - down c) q (b - down c) = true -> b <= p * u n + q * u' n + rx + ry) as HL.
    { intros b H. apply (always_spec _ _ _ _ _ n) in H; [|exact Hn]. nia. }
    assert (forall b, always fuel ph (- p - up c) (- q) (- b - up c) = true -> p * u n + q * u' n + rx + ry <= b) as HH.
    { intros b H. apply (always_spec _ _ _ _ _ n) in H; [|exact Hn]. nia. }
    cbn [within].
    destruct least as [l|]; destruct most as [h|].
    + destruct (always fuel ph (- p - up c) (- q) (- (l - 1) - up c)) eqn:E1.
      { apply HH in E1. split; [|tauto]. rewrite andb_true_iff, !Z.leb_le. lia. }
      destruct (always fuel ph (p - down c) q (h + 1 - down c)) eqn:E2.
      { apply HL in E2. split; [|tauto]. rewrite andb_true_iff, !Z.leb_le. lia. }
      destruct (always fuel ph (p - down c) q (l - down c)) eqn:E3.
      * destruct (always fuel ph (- p - up c) (- q) (- h - up c)) eqn:E4.
        -- apply HL in E3. apply HH in E4. split; [trivial|]. intros _. rewrite andb_true_iff, !Z.leb_le. lia.
        -- tauto.
      * tauto.
    + destruct (always fuel ph (- p - up c) (- q) (- (l - 1) - up c)) eqn:E1.
      { apply HH in E1. split; [|tauto]. rewrite andb_true_iff, !Z.leb_le. lia. }
      destruct (always fuel ph (p - down c) q (l - down c)) eqn:E3.
      * apply HL in E3. split; [trivial|]. intros _. rewrite andb_true_iff, !Z.leb_le. lia.
      * tauto.
    + destruct (always fuel ph (p - down c) q (h + 1 - down c)) eqn:E2.
      { apply HL in E2. split; [|tauto]. rewrite andb_true_iff, !Z.leb_le. lia. }
      destruct (always fuel ph (- p - up c) (- q) (- h - up c)) eqn:E4.
      * apply HH in E4. split; [trivial|]. intros _. rewrite andb_true_iff, !Z.leb_le. lia.
      * tauto.
    + tauto.
  - cbn [within].
    replace ((p mod m * u n + q mod m * u' n + rx + ry) mod m) with ((p * u n + q * u' n + rx + ry) mod m);
      [tauto|].
    rewrite <- (Z.add_assoc _ rx ry), <- (Z.add_assoc _ rx ry).
    rewrite (Zplus_mod (p mod m * u n + q mod m * u' n)), (Zplus_mod (p mod m * u n)), !Zmult_mod_idemp_l.
    rewrite <- (Zplus_mod (p * u n)), <- Zplus_mod. reflexivity.
Qed.

Lemma dot_place n c x v : length x = length v -> dot c (place s n x v) = dot c x * u n + dot c v.
Proof.
  revert x v. induction c as [|a c IH]; intros [|d x] [|b v] H; cbn [dot place length] in *; try discriminate; try lia.
  rewrite IH by lia. rewrite N2Z.inj_add, N2Z.inj_mul. lia.
Qed.

Lemma follow_spec n c ph k x y vx vy : balanced c -> small n vx -> small n vy ->
  length x = length vx -> length y = length vy -> ph = (n mod period s)%nat ->
  known_holds (S n) c k (place s n x vx) (place s n y vy) <->
  match follow c ph k x y with Some k => known_holds n c k vx vy | None => False end.
Proof.
  intros Hc Hx Hy Lx Ly Hn. destruct k as [|p q]; cbn [follow known_holds]; [tauto|].
  rewrite <- (settle_spec n c ph _ _ vx vy) by assumption.
  rewrite weight_S, lower_S, !dot_place by assumption.
  replace (coefficient s ph) with (coefficient s n).
  2: { subst ph. unfold coefficient. now rewrite Nat.mod_mod by (apply period_positive, ok). }
  rewrite N2Z.inj_add, !N2Z.inj_mul.
  match goal with |- within _ ?a = true <-> within _ ?b = true => replace b with a by lia end. tauto.
Qed.

Fixpoint all_hold (n : nat) (cs : list prepared) (ks : list known) (x y : list N) : Prop :=
  match cs, ks with
  | [], [] => True
  | c :: cs, k :: ks => known_holds n c k x y /\ all_hold n cs ks x y
  | _, _ => False
  end.

Lemma follow_all_spec n cs ph ks x y vx vy : Forall balanced cs -> small n vx -> small n vy ->
  length x = length vx -> length y = length vy -> ph = (n mod period s)%nat ->
  all_hold (S n) cs ks (place s n x vx) (place s n y vy) <->
  match follow_all cs ph ks x y with Some ks => all_hold n cs ks vx vy | None => False end.
Proof.
  intros Hc Hx Hy Lx Ly Hn. revert ks. induction Hc as [|c cs Hc _ IH]; intros [|k ks];
    cbn [all_hold follow_all]; try tauto.
  rewrite (follow_spec n c ph k x y vx vy), IH by assumption.
  destruct (follow c ph k x y); [|tauto]. destruct (follow_all cs ph ks x y); cbn [all_hold]; tauto.
Qed.

Definition pile_holds (c : change) (m : bool) (x y : N) : Prop := m = true \/ changed c x y = true.

Lemma compare_pile_spec n c m x y vx vy : (vx < weight s n)%N -> (vy < weight s n)%N ->
  pile_holds c m (x * weight s n + vx) (y * weight s n + vy) <->
  match compare_pile c m x y with Some m => pile_holds c m vx vy | None => False end.
Proof.
  intros Hx Hy. unfold compare_pile, pile_holds.
  destruct (N.eqb_spec x y) as [->|Hne].
  - destruct c; cbn; rewrite ?N.eqb_eq, ?N.ltb_lt, ?N.leb_le; split; (intros [H|H]; [left; exact H|right; lia]).
  - destruct m; [split; auto|].
    assert ((y < x)%N -> (y * weight s n + vy < x * weight s n + vx)%N) as H1.
    { intros H. assert ((y + 1) * weight s n <= x * weight s n)%N by nia. lia. }
    assert ((x < y)%N -> (x * weight s n + vx < y * weight s n + vy)%N) as H2.
    { intros H. assert ((x + 1) * weight s n <= y * weight s n)%N by nia. lia. }
    assert ((x < y)%N \/ (y < x)%N) as H3 by lia.
    destruct c; cbn; rewrite ?N.eqb_eq, ?N.ltb_lt, ?N.leb_le.
    + split; [|tauto]. intros [H|H]; [discriminate|]. lia.
    + destruct (N.ltb_spec y x); (split; [|tauto]); auto. intros [C|C]; [discriminate|]. lia.
    + destruct (N.ltb_spec y x); (split; [|try tauto]); auto.
      * intros _. right. lia.
      * intros [C|C]; [discriminate|]. lia.
Qed.

Fixpoint piles_hold (cs : list change) (ms : list bool) (x y : list N) : Prop :=
  match cs, ms, x, y with
  | [], [], [], [] => True
  | c :: cs, m :: ms, a :: x, b :: y => pile_holds c m a b /\ piles_hold cs ms x y
  | _, _, _, _ => False
  end.

Lemma compare_piles_spec n cs ms x y vx vy : small n vx -> small n vy ->
  length x = length vx -> length y = length vy ->
  piles_hold cs ms (place s n x vx) (place s n y vy) <->
  match compare_piles cs ms x y with Some ms => piles_hold cs ms vx vy | None => False end.
Proof.
  revert ms x y vx vy. induction cs as [|c cs IH]; intros [|m ms] [|a x] [|b y] [|va vx] [|vb vy] Hx Hy Lx Ly;
    cbn [place piles_hold compare_piles length] in *; try discriminate; try tauto.
  inversion Hx; inversion Hy; subst.
  rewrite (compare_pile_spec n c m a b va vb), (IH ms x y vx vy) by (try assumption; lia).
  destruct (compare_pile c m a b); [|tauto].
  destruct (compare_piles cs ms x y); cbn [piles_hold]; tauto.
Qed.

Lemma prepared_balanced : Forall balanced prepared_conditions.
Proof.
  unfold prepared_conditions. apply Forall_map, Forall_forall. intros c _. split; reflexivity.
Qed.

Lemma fits_small n fl v : fits s n fl v -> small n v.
Proof.
  unfold fits, small. induction 1 as [|b a fl v H _ IH]; constructor; [|assumption].
  pose proof (limit_le s ok n b). lia.
Qed.

(** Lists of zeros: what is left when all digits have been read. *)
Lemma met_spec c k j : met c k = true <-> known_holds 0 c k (repeat 0%N j) (repeat 0%N j).
Proof.
  destruct k as [|p q]; cbn; [tauto|].
  assert (forall l, dot l (repeat 0%N j) = 0) as Hz.
  { intros l. revert l. clear. induction j; intros [|a l]; cbn; auto. rewrite IHj. lia. }
  rewrite !Hz. now replace (p * 1 + q * 1 + 0 + 0) with (p + q) by lia.
Qed.

Lemma all_met_spec cs ks j : all_met cs ks = true <-> all_hold 0 cs ks (repeat 0%N j) (repeat 0%N j).
Proof.
  revert ks. induction cs as [|c cs IH]; intros [|k ks]; cbn [all_met all_hold]; try easy.
  rewrite andb_true_iff, <- IH, (met_spec c k j). tauto.
Qed.

Lemma compared_spec cs ms : compared cs ms = true <->
  piles_hold cs ms (repeat 0%N (length cs)) (repeat 0%N (length cs)).
Proof.
  revert ms. induction cs as [|c cs IH]; intros [|m ms]; cbn [compared piles_hold repeat length]; try easy.
  rewrite andb_true_iff, IH, orb_true_iff. unfold pile_holds. destruct c; cbn; tauto.
Qed.

Theorem pair_run_spec x : forall y l fx fy,
  length x = length y -> phase l = (length x mod period s)%nat ->
  length fx = length (changes f) -> length fy = length (changes f) ->
  valid s fx x = true -> valid s fy y = true ->
  pair_run l x y = true <->
  run t (state l) y <> 0%N /\
  piles_hold (changes f) (smaller l) (values s (length fx) x) (values s (length fy) y) /\
  all_hold (length x) prepared_conditions (knowns l) (values s (length fx) x) (values s (length fy) y).
Proof.
  induction x as [|a x IH]; intros [|b y] l fx fy Hxy Hp Hfx Hfy Vx Vy; try discriminate.
  - cbn [pair_run run values length] in *.
    rewrite Nat.mod_0_l in Hp by (apply period_positive, ok).
    unfold pair_accepts. rewrite Hp, Hfx, Hfy, <- compared_spec, <- all_met_spec.
    rewrite !andb_true_iff, negb_true_iff, N.eqb_neq. cbn. tauto.
  - cbn [pair_run run values length valid] in *. injection Hxy as Hxy.
    destruct (letter_step s (coefficient s (length x)) fx a) as [gx|] eqn:Ex; [|discriminate].
    destruct (letter_step s (coefficient s (length y)) fy b) as [gy|] eqn:Ey; [|discriminate].
    destruct (letter_step_length _ _ _ _ _ Ex) as [La Lgx].
    destruct (letter_step_length _ _ _ _ _ Ey) as [Lb Lgy].
    destruct (next t (state l) b) as [q|]; [|split; [discriminate|tauto]].
    pose proof (valid_fits s ok _ _ Vx) as Fx. pose proof (valid_fits s ok _ _ Vy) as Fy.
    apply fits_small in Fx. apply fits_small in Fy. rewrite <- Hxy in Fy |- *.
    pose proof (values_length s (length fx) x gx Vx Lgx) as Lx.
    pose proof (values_length s (length fy) y gy Vy Lgy) as Ly.
    rewrite Lgx in Fx. rewrite Lgy in Fy.
    pose proof (phase_step s ok (length x) (phase l) Hp) as Hph.
    rewrite (compare_piles_spec (length x) (changes f) (smaller l) a b) by (assumption || congruence).
    rewrite (follow_all_spec (length x) prepared_conditions (before_phase s (phase l)))
      by (assumption || congruence || apply prepared_balanced).
    unfold pair_step, pair_step_with.
    destruct (compare_piles (changes f) (smaller l) a b) as [ms|]; [|split; [discriminate|tauto]].
    destruct (follow_all prepared_conditions (before_phase s (phase l)) (knowns l) a b) as [ks|];
      [|split; [discriminate|tauto]].
    rewrite (IH y _ gx gy) by (cbn; congruence). cbn [state smaller knowns]. rewrite Lgx, Lgy. tauto.
Qed.

Lemma piles_hold_false cs x y :
  piles_hold cs (map (fun _ => false) cs) x y <-> all_changed cs x y = true.
Proof.
  revert x y. induction cs as [|c cs IH]; intros [|a x] [|b y]; cbn; try easy.
  rewrite IH, andb_true_iff. unfold pile_holds. intuition discriminate.
Qed.

Lemma settle_all_spec n cs x y : Forall balanced cs -> small n x -> small n y -> (n mod period s = 0)%nat ->
  (forall c, In c cs -> within (target c) (dot (pre c) x + dot (post c) y) = true) <->
  match settle_all cs with Some ks => all_hold n cs ks x y | None => False end.
Proof.
  intros Hc Hx Hy Hn. induction Hc as [|c cs Hc _ IH]; cbn [settle_all all_hold].
  - split; [trivial|]. intros _ c [].
  - pose proof (settle_spec n c 0 0 0 x y Hc Hx Hy (eq_sym Hn)) as H.
    replace (0 * u n + 0 * u' n + dot (pre c) x + dot (post c) y) with (dot (pre c) x + dot (post c) y) in H by lia.
    transitivity (within (target c) (dot (pre c) x + dot (post c) y) = true /\
                  (forall c, In c cs -> within (target c) (dot (pre c) x + dot (post c) y) = true)).
    { split; [|now intros [? ?] ? [<-|]; auto]. intros Hall. split; [|intros]; apply Hall; [now left|now right]. }
    rewrite H, IH. destruct (settle c 0 0 0); [|tauto].
    destruct (settle_all cs); cbn [all_hold]; tauto.
Qed.

(** The automaton of the family does what it should. *)
Theorem linked_spec x y k : length (changes f) = k -> proper s k x -> proper s k y -> length x = length y ->
  linked x y = true <-> accepts t y = true /\ is_move (values s k x) (values s k y) f = true.
Proof.
  intros Hk [Vx Nx] [Vy Ny] Hxy. unfold linked, first_label, is_move.
  assert (length (clear_flags k) = k) as Hf by apply repeat_length.
  pose proof (valid_fits s ok _ _ Vx) as Fx. pose proof (valid_fits s ok _ _ Vy) as Fy.
  rewrite Hf in Fx, Fy. apply fits_small in Fx. apply fits_small in Fy. rewrite <- Hxy in Fy.
  assert (all_changed (changes f) (values s k x) (values s k y) = true ->
    (forall c, In c prepared_conditions ->
       within (target c) (dot (pre c) (values s k x) + dot (post c) (values s k y)) = true) <->
    forallb (satisfied (values s k x) (values s k y)) (conditions f) = true) as Hc.
  { intros Hch. rewrite forallb_forall. unfold prepared_conditions, satisfied. split.
    - intros H c Hc. specialize (H (prepare (changes f) c) (in_map _ _ _ Hc)).
      cbn in H. now rewrite gather_dot in H.
    - intros H c Hc. apply in_map_iff in Hc as (c' & <- & Hc). cbn. rewrite gather_dot by exact Hch. auto. }
  pose proof (settle_all_spec (length x) prepared_conditions _ _ prepared_balanced Fx Fy Nx) as Hs.
  unfold accepts. rewrite negb_true_iff, N.eqb_neq, andb_true_iff.
  destruct (settle_all prepared_conditions) as [ks|].
  - rewrite (pair_run_spec x y _ (clear_flags k) (clear_flags k)) by (cbn; congruence).
    cbn [state smaller knowns]. rewrite Hf, piles_hold_false, <- Hs. tauto.
  - split; [discriminate|]. tauto.
Qed.

Lemma pair_run_target x y l : pair_run l x y = true -> run t (state l) y <> 0%N.
Proof.
  revert y l. induction x as [|a x IH]; intros [|b y] l H; cbn in *; try discriminate.
  - unfold pair_accepts in H. rewrite !andb_true_iff, negb_true_iff, N.eqb_neq in H. tauto.
  - destruct (next t (state l) b) as [q|]; [|discriminate].
    destruct (pair_step l a b q) as [l'|] eqn:E; [|discriminate].
    apply IH in H. unfold pair_step, pair_step_with in E.
    destruct compare_piles; [|discriminate]. destruct follow_all; [|discriminate]. injection E as <-. exact H.
Qed.

Lemma linked_target x y : linked x y = true -> accepts t y = true.
Proof.
  unfold linked, first_label. destruct settle_all as [ks|]; [|discriminate]. intros H.
  apply pair_run_target in H. unfold accepts. now rewrite negb_true_iff, N.eqb_neq.
Qed.

Lemma pair_run_length x y l : pair_run l x y = true -> length x = length y.
Proof.
  revert y l. induction x as [|a x IH]; intros [|b y] l H; cbn in *; try discriminate; [reflexivity|].
  destruct next; [|discriminate]. destruct pair_step; [|discriminate]. f_equal. eauto.
Qed.

End Family.
