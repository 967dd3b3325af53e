import fc from 'fast-check'

/**
 * Any UTF-16 units, halves of pairs and control characters among them; fast-check's own strings of all code points take
 * seconds to prepare.
 */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.oneof(
    fc.uint16Array({ maxLength }).map((units) => String.fromCharCode(...units)),
    fc.string({ maxLength }),
  )
}
