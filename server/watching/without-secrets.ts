/** What must not stand in a log, wherever it comes from: in texts of errors, in lines of the database, in fields. */
const masks: readonly (readonly [pattern: RegExp, mask: string])[] = [
  [/[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/gu, '[email]'],
  // Keys of ours, and of Stripe.
  [/\b(?:bsec|bby|sk_live|sk_test|rk_live|rk_test|whsec)_[\w-]{6,}/gu, '[key]'],
  [/\b(Bearer|Basic) [\w.~+/=-]{8,}/giu, '$1 [key]'],
  // User and password of an address such as that of the database or the mail server.
  [/:\/\/[^\s/@:]*:[^\s/@]+@/gu, '://[key]@'],
  [/\b(\w*(?:token|secret|password|cookie)\w*)(["']?\s*[=:]\s*["']?)[^\s"'&;,)]+/giu, '$1$2[key]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/gu, '[key]'],
]
const hiddenFields =
  /^(?:email|recipient|name|given_?name|password|secret|token|cookie|authorization|parameters|detail|where|address|ip|user_?agent)$/iu

/** The same fields with addresses, keys and tokens masked in their texts, and fields of persons left out. */
export function withoutSecrets<Fields extends Record<string, unknown>>(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (hiddenFields.test(name) ? [] : [[name, masked(value)]])),
    // The names and kinds of what is kept stay.
  ) as Fields
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return masks.reduce((text, [pattern, mask]) => text.replace(pattern, mask), value)
  if (Array.isArray(value)) return value.map(masked)
  if (value === null || typeof value !== 'object' || value instanceof Error || value instanceof Date) return value
  return withoutSecrets(Object.fromEntries(Object.entries(value)))
}
