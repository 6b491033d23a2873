(** Numeration systems: base b, and Ostrowski systems with periodic coefficients.

    The weights are u_0 = 1 and u_{j+1} = a_j u_j + c u_{j-1}, with u_{-1} = 1 and c = 1 (Ostrowski) or c = 0
    (base, where a_j = b).  Digits are written most significant first.  In an Ostrowski system d_j <= a_j, and
    after d_j = a_j the digit 0 follows; in base b digits are below b.  Proved here: the allowed words of n
    digits are the numbers below u_n, once each. *)

From Coq Require Import NArith Arith List Bool Lia.
Import ListNotations.
Local Open Scope N_scope.

Record numeration := Numeration {
  coefficients : list N;  (** a_0, a_1, ..., one period, least significant first *)
  carry : bool            (** whether u_{j-1} takes part: Ostrowski *)
}.

Definition base (b : N) : numeration := Numeration [b] false.
Definition ostrowski (a : list N) : numeration := Numeration a true.
Definition zeckendorf : numeration := ostrowski [1].

(** A letter: one digit for each pile.  A word: letters, most significant first. *)
Definition letter := list N.
Definition word := list letter.

Section System.

Variable s : numeration.

Definition period : nat := length (coefficients s).
Definition coefficient (j : nat) : N := nth (j mod period) (coefficients s) 1.
Definition second : N := if carry s then 1 else 0.

(** (u_n, u_{n-1}) *)
Fixpoint weights (n : nat) : N * N :=
  match n with
  | O => (1, 1)
  | S m => (coefficient m * fst (weights m) + second * snd (weights m), fst (weights m))
  end.

Definition weight (n : nat) : N := fst (weights n).
Definition lower (n : nat) : N := snd (weights n).

Definition system_ok : bool :=
  negb (period =? 0)%nat && forallb (fun a => (if carry s then 1 else 2) <=? a) (coefficients s).

(** The numbers that a word of k piles stands for. *)
Fixpoint place (n : nat) (ds vs : list N) : list N :=
  match ds, vs with
  | d :: ds, v :: vs => d * weight n + v :: place n ds vs
  | _, _ => []
  end.

Fixpoint values (k : nat) (w : word) : list N :=
  match w with
  | [] => repeat 0 k
  | l :: r => place (length r) l (values k r)
  end.

(** The digit condition.  A flag says of a pile that the digit before was the largest, so that 0 must follow. *)
Definition digit_step (a : N) (flag : bool) (d : N) : option bool :=
  if flag then if d =? 0 then Some false else None
  else if d <? a then Some false
  else if carry s && (d =? a) then Some true else None.

Fixpoint letter_step (a : N) (flags : list bool) (l : letter) : option (list bool) :=
  match flags, l with
  | [], [] => Some []
  | f :: flags, d :: l =>
      match digit_step a f d, letter_step a flags l with
      | Some g, Some gs => Some (g :: gs)
      | _, _ => None
      end
  | _, _ => None
  end.

Fixpoint valid (flags : list bool) (w : word) : bool :=
  match w with
  | [] => true
  | l :: r =>
      match letter_step (coefficient (length r)) flags l with
      | Some g => valid g r
      | None => false
      end
  end.

(** The word of n letters for a tuple of numbers below u_n. *)
Fixpoint spell (n : nat) (vs : list N) : word :=
  match n with
  | O => []
  | S m => map (fun v => v / weight m) vs :: spell m (map (fun v => v mod weight m) vs)
  end.

(** A length, a multiple of the period, that suffices for all numbers of a tuple. *)
Definition length_for (vs : list N) : nat := (period * (2 * N.size_nat (fold_right N.max 0%N vs)))%nat.

Definition represent (vs : list N) : word := spell (length_for vs) vs.

(** ** Proofs *)

Hypothesis ok : system_ok = true.

Lemma period_positive : (period <> 0)%nat.
Proof.
  pose proof ok as Hok. apply andb_prop in Hok as [H _].
  apply negb_true_iff, Nat.eqb_neq in H. exact H.
Qed.

Lemma coefficient_least j : (if carry s then 1 else 2) <= coefficient j.
Proof.
  pose proof ok as Hok. apply andb_prop in Hok as [_ H].
  rewrite forallb_forall in H. apply N.leb_le, H, nth_In.
  apply Nat.mod_upper_bound, period_positive.
Qed.

Lemma weight_S n : weight (S n) = coefficient n * weight n + second * lower n.
Proof. reflexivity. Qed.

Lemma lower_S n : lower (S n) = weight n.
Proof. reflexivity. Qed.

Lemma weight_facts n : 1 <= lower n /\ lower n <= weight n.
Proof.
  induction n as [|n [IH1 IH2]]; [cbn; lia|].
  rewrite weight_S, lower_S. pose proof (coefficient_least n) as H.
  split; [lia|]. destruct (carry s); nia.
Qed.

Lemma weight_positive n : 1 <= weight n.
Proof. pose proof (weight_facts n); lia. Qed.

Lemma lower_positive n : 1 <= lower n.
Proof. pose proof (weight_facts n); lia. Qed.

Lemma lower_le n : lower n <= weight n.
Proof. pose proof (weight_facts n); lia. Qed.

Lemma weight_double n : 2 * weight n <= weight (S (S n)).
Proof.
  rewrite 2!weight_S, lower_S.
  pose proof (coefficient_least n) as H. pose proof (coefficient_least (S n)) as H'.
  pose proof (weight_facts n) as [? ?]. unfold second. destruct (carry s).
  - assert (weight n <= coefficient n * weight n + 1 * lower n) by nia. nia.
  - assert (2 * weight n <= coefficient n * weight n + 0 * lower n) by nia. nia.
Qed.

Lemma weight_power m : 2 ^ N.of_nat m <= weight (2 * m).
Proof.
  induction m as [|m IH]; [cbn; lia|].
  replace (2 * S m)%nat with (S (S (2 * m))) by lia.
  rewrite Nat2N.inj_succ, N.pow_succ_r'. pose proof (weight_double (2 * m)). lia.
Qed.

Lemma weight_monotone n m : (n <= m)%nat -> weight n <= weight m.
Proof.
  induction 1 as [|m _ IH]; [lia|].
  pose proof (lower_le (S m)) as H. rewrite lower_S in H. lia.
Qed.

(** What a suffix of n digits may stand for. *)
Definition limit (n : nat) (flag : bool) : N := if flag then lower n else weight n.

Definition fits (n : nat) (flags : list bool) (vs : list N) : Prop :=
  Forall2 (fun f v => v < limit n f) flags vs.

Lemma limit_le n f : limit n f <= weight n.
Proof. destruct f; cbn; [apply lower_le | lia]. Qed.

Lemma digit_bound n f d g v :
  digit_step (coefficient n) f d = Some g -> v < limit n g -> d * weight n + v < limit (S n) f.
Proof.
  unfold digit_step, limit. intros H Hv. rewrite weight_S, lower_S.
  pose proof (lower_le n). unfold second.
  destruct f.
  - destruct (N.eqb_spec d 0); [|discriminate]. injection H as <-. subst. lia.
  - destruct (N.ltb_spec d (coefficient n)).
    + injection H as <-. assert ((d + 1) * weight n <= coefficient n * weight n) by nia. lia.
    + destruct (carry s); [|discriminate]. cbn [andb] in H.
      destruct (N.eqb_spec d (coefficient n)); [|discriminate]. injection H as <-. subst. lia.
Qed.

Lemma values_length k w flags :
  valid flags w = true -> length flags = k -> length (values k w) = k.
Proof.
  revert flags. induction w as [|l w IH]; intros flags H Hk; cbn in *.
  - apply repeat_length.
  - destruct (letter_step _ flags l) as [g|] eqn:E; [|discriminate].
    assert (Hl : length l = k /\ length g = k).
    { clear - E Hk. revert flags l g E Hk. induction k; intros [|f flags] [|d l] g E Hk; cbn in *;
        try discriminate.
      - injection E as <-. auto.
      - destruct digit_step; [|discriminate].
        destruct (letter_step _ flags l) eqn:E'; [|discriminate]. injection E as <-.
        injection Hk as Hk. destruct (IHk _ _ _ E' Hk). cbn. lia. }
    destruct Hl as [Hl Hg]. specialize (IH g H Hg).
    revert Hl IH. generalize (values k w) as vs. clear. intros vs H1 H2.
    rewrite <- H2 in *. clear H2. revert vs H1. induction l; intros [|v vs] H; cbn in *; try lia.
    f_equal. apply IHl. lia.
Qed.

Lemma letter_step_length a flags l g :
  letter_step a flags l = Some g -> length l = length flags /\ length g = length flags.
Proof.
  revert l g. induction flags as [|f flags IH]; intros [|d l] g H; cbn in *; try discriminate.
  - injection H as <-. auto.
  - destruct digit_step; [|discriminate].
    destruct (letter_step a flags l) eqn:E; [|discriminate]. injection H as <-.
    destruct (IH _ _ E). cbn. lia.
Qed.

(** A word of n digits stands for numbers below u_n. *)
Lemma valid_fits flags w :
  valid flags w = true -> fits (length w) flags (values (length flags) w).
Proof.
  unfold fits. revert flags. induction w as [|l w IH]; intros flags H; cbn in *.
  - induction flags as [|[] flags IH]; cbn; constructor; auto; reflexivity.
  - destruct (letter_step _ flags l) as [g|] eqn:E; [|discriminate].
    destruct (letter_step_length _ _ _ _ E) as [_ Hg]. specialize (IH g H).
    rewrite Hg in IH. revert IH. generalize (values (length flags) w) as vs. intros vs.
    clear H Hg. revert l g E vs. induction flags as [|f flags IHf]; intros [|d l] g E vs IH; cbn in *;
      try discriminate.
    + constructor.
    + destruct (digit_step _ f d) as [b|] eqn:Eb; [|discriminate].
      destruct (letter_step _ flags l) as [bs|] eqn:Ebs; [|discriminate]. injection E as <-.
      inversion IH; subst. constructor.
      * eapply digit_bound; eauto.
      * eapply IHf; eauto.
Qed.

(** Every tuple of numbers below u_n is written by a valid word of n digits. *)
Lemma spell_length n vs : length (spell n vs) = n.
Proof. revert vs. induction n; intros; cbn; auto. Qed.

Lemma div_mod_step n f v : v < limit (S n) f ->
  exists g, digit_step (coefficient n) f (v / weight n) = Some g /\ v mod weight n < limit n g.
Proof.
  intros H. pose proof (weight_positive n) as Hw. pose proof (lower_le n) as Hl.
  pose proof (N.div_mod v (weight n) ltac:(lia)) as Hd.
  pose proof (N.mod_upper_bound v (weight n) ltac:(lia)) as Hm.
  set (q := v / weight n) in *. set (r := v mod weight n) in *.
  unfold limit, digit_step in *. rewrite weight_S, lower_S in H. unfold second in H. destruct f.
  - assert (q = 0) by nia. rewrite H0. cbn. exists false. auto.
  - destruct (N.ltb_spec q (coefficient n)).
    + exists false. auto.
    + destruct (carry s) eqn:Ec.
      * assert (q = coefficient n) by nia. rewrite H1, N.eqb_refl. cbn. exists true. split; [auto|]. nia.
      * exfalso. nia.
Qed.

Lemma spell_correct n flags vs : fits n flags vs ->
  valid flags (spell n vs) = true /\ values (length flags) (spell n vs) = vs.
Proof.
  revert flags vs. induction n as [|n IH]; intros flags vs H; cbn [spell valid values].
  - split; [reflexivity|]. induction H as [|f v flags vs H]; cbn; [reflexivity|].
    f_equal; [|assumption]. destruct f; cbn in H; lia.
  - rewrite spell_length.
    assert (exists g, letter_step (coefficient n) flags (map (fun v => v / weight n) vs) = Some g /\
                      fits n g (map (fun v => v mod weight n) vs)) as (g & E & Hg).
    { clear IH. induction H as [|f v flags vs H _ IH]; cbn.
      - exists []. split; [auto|constructor].
      - destruct IH as (g & E & Hg). destruct (div_mod_step n f v H) as (b & Eb & Hb).
        rewrite Eb, E. exists (b :: g). split; [auto|]. constructor; auto. }
    rewrite E. destruct (IH g _ Hg) as [IHv IHs]. split; [assumption|].
    destruct (letter_step_length _ _ _ _ E) as [_ Hl]. rewrite Hl in IHs. rewrite IHs.
    clear - ok. pose proof (weight_positive n) as Hw. induction vs as [|v vs IH]; cbn; [reflexivity|].
    f_equal; [|assumption]. rewrite N.mul_comm. symmetry. apply N.div_mod. lia.
Qed.

(** Two words with the same number of digits for the same numbers are the same. *)
Lemma valid_unique flags w w' :
  length w = length w' -> valid flags w = true -> valid flags w' = true ->
  values (length flags) w = values (length flags) w' -> w = w'.
Proof.
  revert flags w'. induction w as [|l w IH]; intros flags [|l' w'] Hn H H' Hv; try discriminate; [reflexivity|].
  cbn in Hn. injection Hn as Hn. cbn in H, H', Hv. rewrite <- Hn in *.
  destruct (letter_step _ flags l) as [g|] eqn:E; [|discriminate].
  destruct (letter_step _ flags l') as [g'|] eqn:E'; [|discriminate].
  destruct (letter_step_length _ _ _ _ E) as [Hl Hg].
  destruct (letter_step_length _ _ _ _ E') as [Hl' Hg'].
  pose proof (valid_fits _ _ H) as F. pose proof (valid_fits _ _ H') as F'.
  rewrite Hg in F. rewrite Hg', <- Hn in F'.
  assert (l = l' /\ values (length flags) w = values (length flags) w') as [-> Hvv].
  { revert Hv F F'. generalize (values (length flags) w) as vs. generalize (values (length flags) w') as vs'.
    clear - Hl Hl' Hg Hg' ok. generalize (length w). intros n vs' vs.
    revert l l' g g' vs vs' Hl Hl' Hg Hg'. induction flags as [|f flags IH];
      intros [|d l] [|d' l'] [|b g] [|b' g'] vs vs' Hl Hl' Hg Hg' Hv F F'; try discriminate.
    - inversion F; inversion F'; subst; auto.
    - inversion F; inversion F'; subst; cbn in Hv. injection Hv as Hd Hr.
      pose proof (limit_le n b). pose proof (limit_le n b').
      assert (d = d' /\ y = y0) as [-> ->].
      { assert (d = d').
        { destruct (N.lt_trichotomy d d') as [C|[C|C]]; [|assumption|]; exfalso.
          - assert ((d + 1) * weight n <= d' * weight n) by nia. lia.
          - assert ((d' + 1) * weight n <= d * weight n) by nia. lia. }
        subst. split; [reflexivity|lia]. }
      cbn in *. destruct (IH l l' g g' l'0 l'1) as [-> ->]; auto. }
  f_equal. assert (g = g') as <- by congruence. eapply IH; eauto. rewrite Hg. assumption.
Qed.

Lemma length_for_enough vs n : (length_for vs <= n)%nat -> fits n (repeat false (length vs)) vs.
Proof.
  intros H. unfold fits.
  assert (forall v, In v vs -> v < weight n) as F.
  { intros v Hv. assert (v <= fold_right N.max 0 vs) as Hm.
    { clear - Hv. induction vs; cbn in *; [tauto|]. destruct Hv as [->|Hv]; [lia|]. specialize (IHvs Hv). lia. }
    unfold length_for in H. set (m := fold_right N.max 0 vs) in *.
    pose proof (weight_power (N.size_nat m)) as Hp. pose proof period_positive.
    pose proof (weight_monotone (2 * N.size_nat m) n ltac:(nia)).
    assert (m < 2 ^ N.of_nat (N.size_nat m)); [|lia].
    replace (N.of_nat (N.size_nat m)) with (N.size m); [apply N.size_gt|].
    destruct m as [|p]; [reflexivity|]. cbn. clear. induction p; cbn [Pos.size Pos.size_nat]; lia. }
  clear H. induction vs; cbn; constructor.
  - apply F. now left.
  - apply IHvs. intros. apply F. now right.
Qed.

End System.
