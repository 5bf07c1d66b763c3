;; A tiny game by hand, and the places where it can be made to misbehave ({{…}}).
;;
;; The state is two bytes: how many steps were made, from '0' to '4', and a secret letter. Seats take turns; "go" and
;; "no" both make a step. After four steps the game is over. Answers are put together at 2048, what the host hands in
;; lies in a ring from 4096 on.
(module
  (memory (export "memory") 16)
  (global $free (mut i32) (i32.const 4096))
  (global $calls (mut i32) (i32.const 0))

  (data (i32.const 0) "{{describe}}")
  (data (i32.const 512) "\"go\"")
  (data (i32.const 520) "\"no\"")
  ;; The list of both actions.
  (data (i32.const 528) "\00\02\00\00\04\00\00\00\08\02\00\00\04\00\00\00")
  (data (i32.const 560) "[\"@not-your-turn\"]")
  (data (i32.const 592) "{\"places\":[1,2],\"reason\":\"hostile-done\"}")
  (data (i32.const 640) "[[\"go\",{\"picks\":[[\"button:go\",[\"@hostile-go\"]]]}],[\"no\",{\"picks\":[[\"button:no\",[\"@hostile-no\"]]]}]]")
  (data (i32.const 768) "{{scene}}")
  (data (i32.const 1024) "[]")
  (data (i32.const 1040) "[\"@state-invalid\",{\"reason\":\"no such state\"}]")
  (data (i32.const 1104) "nonsense")
  (data (i32.const 1120) "\07")
  (data (i32.const 1136) "{\"places\":[1],\"reason\":\"hostile-done\"}")

  (func (export "cabi_realloc") (param i32 i32 i32) (param $size i32) (result i32)
    (local $at i32)
    (if (i32.gt_u (i32.add (global.get $free) (local.get $size)) (i32.const 1000000))
      (then (global.set $free (i32.const 4096))))
    (local.set $at (i32.and (i32.add (global.get $free) (i32.const 7)) (i32.const -8)))
    (global.set $free (i32.add (local.get $at) (local.get $size)))
    (local.get $at))

  ;; Puts where the game stands at $at.
  (func $standing (param $at i32) (param $count i32)
    (i32.store8 offset=12 (local.get $at) (i32.const 0))
    (if (i32.ge_u (local.get $count) (i32.const 4))
      (then
        (i32.store8 (local.get $at) (i32.const 2))
        (i32.store offset=4 (local.get $at) (i32.const 592))
        (i32.store offset=8 (local.get $at) (i32.const 40)))
      (else
        (i32.store8 (local.get $at) (i32.const 0))
        (i32.store8 (i32.const 2040) (i32.and (local.get $count) (i32.const 1)))
        (i32.store offset=4 (local.get $at) (i32.const 2040))
        (i32.store offset=8 (local.get $at) (i32.const 1)))))

  ;; A step to this state, as an answer at 2048.
  (func $step (param $count i32) (param $secret i32) (param $used i32) (result i32)
    (i32.store8 (i32.const 2032) (i32.add (local.get $count) (i32.const 48)))
    (i32.store8 (i32.const 2033) (local.get $secret))
    (i32.store8 (i32.const 2048) (i32.const 0))
    (i32.store (i32.const 2052) (i32.const 2032))
    (i32.store (i32.const 2056) (i32.const 2))
    (call $standing (i32.const 2060) (local.get $count))
    (i32.store (i32.const 2080) (i32.const 1024))
    (i32.store (i32.const 2084) (i32.const 2))
    (i32.store (i32.const 2088) (local.get $used))
    (i32.const 2048))

  (func $refuse (result i32)
    (i32.store8 (i32.const 2048) (i32.const 1))
    (i32.store8 (i32.const 2052) (i32.const 0))
    (i32.store (i32.const 2056) (i32.const 560))
    (i32.store (i32.const 2060) (i32.const 18))
    (i32.const 2048))

  (func $more_luck (result i32)
    (i32.store8 (i32.const 2048) (i32.const 1))
    (i32.store8 (i32.const 2052) (i32.const 1))
    (i32.const 2048))

  (func $text (param $at i32) (param $length i32) (result i32)
    (i32.store (i32.const 2048) (local.get $at))
    (i32.store (i32.const 2052) (local.get $length))
    (i32.const 2048))

  (func $count (param $state i32) (result i32)
    (i32.sub (i32.load8_u (local.get $state)) (i32.const 48)))

  ;; Whether it is this seat's turn.
  (func $turn (param $state i32) (param $seat i32) (result i32)
    (i32.and
      (i32.lt_u (call $count (local.get $state)) (i32.const 4))
      (i32.eq (i32.and (call $count (local.get $state)) (i32.const 1)) (local.get $seat))))

  ;; 1 for "go", 2 for "no", 0 for anything else.
  (func $action (param $at i32) (param $length i32) (result i32)
    (if (i32.ne (local.get $length) (i32.const 4)) (then (return (i32.const 0))))
    (if (i32.eq (i32.load align=1 (local.get $at)) (i32.load (i32.const 512))) (then (return (i32.const 1))))
    (if (i32.eq (i32.load align=1 (local.get $at)) (i32.load (i32.const 520))) (then (return (i32.const 2))))
    (i32.const 0))

  ;; What "no" does: by default the same as "go".
  (func $bad (param $count i32) (param $secret i32) (result i32)
    {{bad}}
    (call $step (local.get $count) (local.get $secret) (i32.const 0)))

  (func (export "parlor:game/rules@0.1.0#describe") (result i32)
    (call $text (i32.const 0) (i32.const {{described}})))

  (func (export "parlor:game/rules@0.1.0#setup")
    (param $options i32) (param i32) (param $seats i32) (param $luck i32) (param $given i32) (result i32)
    {{setup}}
    (call $step (i32.const 0) (i32.const 97) (i32.const 0)))

  (func (export "parlor:game/rules@0.1.0#stand") (param $state i32) (param $length i32) (result i32)
    (if (i32.or
          (i32.ne (local.get $length) (i32.const 2))
          (i32.gt_u (call $count (local.get $state)) (i32.const 4)))
      (then
        (i32.store8 (i32.const 2048) (i32.const 1))
        (i32.store (i32.const 2052) (i32.const 1040))
        (i32.store (i32.const 2056) (i32.const 45))
        (return (i32.const 2048))))
    (i32.store8 (i32.const 2048) (i32.const 0))
    (call $standing (i32.const 2052) (call $count (local.get $state)))
    (i32.const 2048))

  (func $actions (export "parlor:game/rules@0.1.0#actions") (param $state i32) (param i32) (param $seat i32) (result i32)
    (call $text (i32.const 528)
      (select (i32.const 2) (i32.const 0) (call $turn (local.get $state) (local.get $seat)))))

  (func (export "parlor:game/rules@0.1.0#offers") (param $state i32) (param i32) (param $seat i32) (result i32)
    {{offers}}
    (if (result i32) (call $turn (local.get $state) (local.get $seat))
      (then (call $text (i32.const 640) (i32.const 99)))
      (else (call $text (i32.const 1024) (i32.const 2)))))

  (func (export "parlor:game/rules@0.1.0#read-action") (param $at i32) (param $length i32) (result i32)
    (local $known i32)
    (local.set $known (call $action (local.get $at) (local.get $length)))
    (i32.store8 (i32.const 2048) (i32.eqz (local.get $known)))
    (i32.store (i32.const 2052) (select (i32.const 512) (i32.const 520) (i32.eq (local.get $known) (i32.const 1))))
    (i32.store (i32.const 2056) (i32.const 4))
    (if (i32.eqz (local.get $known))
      (then
        (i32.store (i32.const 2052) (i32.const 560))
        (i32.store (i32.const 2056) (i32.const 18))))
    (i32.const 2048))

  (func (export "parlor:game/rules@0.1.0#act")
    (param $state i32) (param i32) (param $seat i32) (param $at i32) (param $length i32)
    (param $luck i32) (param $given i32) (param $listening i32) (result i32)
    (local $next i32)
    (if (i32.eqz (call $turn (local.get $state) (local.get $seat))) (then (return (call $refuse))))
    (local.set $next (i32.add (call $count (local.get $state)) (i32.const 1)))
    (if (i32.eq (call $action (local.get $at) (local.get $length)) (i32.const 2))
      (then (return (call $bad (local.get $next) (i32.load8_u offset=1 (local.get $state))))))
    (call $step (local.get $next) (i32.load8_u offset=1 (local.get $state)) (i32.const 0)))

  (func (export "parlor:game/rules@0.1.0#proceed")
    (param i32 i32 i32 i32 i32) (result i32)
    (call $refuse))

  (func (export "parlor:game/rules@0.1.0#scene")
    (param $state i32) (param i32) (param $viewer i32) (param $seat i32) (result i32)
    (local $digit i32)
    (local.set $digit (i32.load8_u (local.get $state)))
    {{look}}
    (i32.store8 (i32.const {{digit}}) (local.get $digit))
    (call $text (i32.const 768) (i32.const {{scened}})))

  {{hints}}
)
