/** The id that stands behind another in a list, or the first one; null where there is no other. */
export function nextAfter(items: readonly { readonly id: string }[], id: string): string | null {
  const place = items.findIndex((item) => item.id === id)
  const others = [...items.slice(place + 1), ...items.slice(0, Math.max(0, place))]
  return others.find((item) => item.id !== id)?.id ?? null
}
