const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a length of time such as `90s`, `1m30s` or `1.5h`; null for anything else. */
export function durationMs(value: unknown): number | null {
  const text = String(value).trim()
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/u.test(text)) return null
  const parts = text.matchAll(/(?<amount>\d+(?:\.\d+)?)(?<unit>ms|[smhd])/gu)
  return [...parts].reduce(
    (sum, { groups }) => sum + Number(groups?.['amount']) * (units[groups?.['unit'] ?? ''] ?? 0),
    0,
  )
}
