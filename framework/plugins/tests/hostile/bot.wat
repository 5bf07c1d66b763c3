;; A tiny bot by hand that takes the first offer and remembers what it remembered, and the place where it can be made
;; to misbehave, by a trick. Its answer is put together at 2048, what the host hands in lies from 4096 on.
(module
  (memory (export "memory") 64)
  (global $free (mut i32) (i32.const 4096))
  (global $calls (mut i32) (i32.const 0))
  (data (i32.const 0) "I do not feel like it")

  (func (export "cabi_realloc") (param i32 i32 i32) (param $size i32) (result i32)
    (local $at i32)
    (local.set $at (i32.and (i32.add (global.get $free) (i32.const 7)) (i32.const -8)))
    (global.set $free (i32.add (local.get $at) (local.get $size)))
    (local.get $at))

  ;; Chooses this offer and remembers these bytes.
  (func $take (param $choice i32) (param $at i32) (param $length i32) (result i32)
    (i32.store8 (i32.const 2048) (i32.const 0))
    (i32.store (i32.const 2052) (local.get $choice))
    (i32.store (i32.const 2056) (local.get $at))
    (i32.store (i32.const 2060) (local.get $length))
    (i32.const 2048))

  ;; Chooses nothing, for this reason.
  (func $refuse (param $at i32) (param $length i32) (result i32)
    (i32.store8 (i32.const 2048) (i32.const 1))
    (i32.store (i32.const 2052) (local.get $at))
    (i32.store (i32.const 2056) (local.get $length))
    (i32.const 2048))

  (func $deep (param $n i32) (result i32)
    (i32.add (call $deep (i32.add (local.get $n) (i32.const 1))) (i32.const 1)))

  (func (export "parlor:bot/player@0.1.0#choose")
    (param $game i32) (param $game_length i32) (param $seat i32) (param $seats i32)
    (param $scene i32) (param $scene_length i32) (param $offers i32) (param $offers_length i32)
    (param $luck i64) (param $fuel i64) (param $memory i32) (param $memory_length i32) (result i32)
    {{trick}}
    (call $take (i32.const 0) (local.get $memory) (local.get $memory_length)))
)
