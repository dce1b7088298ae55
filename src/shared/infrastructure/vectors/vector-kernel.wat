;; Dot products of one query with rows of signed bytes.
;; Query: dims 16-bit integers at $query. Rows: $count rows of dims bytes each, one after another, from $rows.
;; Writes one 32-bit integer a row from $out. dims is a multiple of 16; no product sum may pass 2^31 (the caller scales the query).
(module
  (memory (export "memory") 1)
  (func (export "dots") (param $query i32) (param $rows i32) (param $out i32) (param $count i32) (param $dims i32)
    (local $sum v128) (local $bytes v128) (local $q i32) (local $rowEnd i32) (local $outEnd i32)
    (local.set $outEnd (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $out) (local.get $outEnd)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $q (local.get $query))
        (local.set $rowEnd (i32.add (local.get $rows) (local.get $dims)))
        (loop $nextBytes
          (local.set $bytes (v128.load (local.get $rows)))
          (local.set $sum
            (i32x4.add
              (local.get $sum)
              (i32x4.add
                (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (local.get $q)))
                (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes)) (v128.load offset=16 (local.get $q))))))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (br_if $nextBytes (i32.lt_u (local.get $rows) (local.get $rowEnd))))
        (i32.store
          (local.get $out)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $nextRow)))))
