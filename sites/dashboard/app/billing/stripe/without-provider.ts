/** What the provider puts into the address to which it leads back; one of them is the secret of the set-up or the payment. */
const ofProvider = [
  'setup_intent',
  'setup_intent_client_secret',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'source_redirect_slug',
  'source_type',
]

/** `search` of an address without what the provider has put there; the same text where there is nothing of that. */
export function withoutProvider(search: string): string {
  const params = new URLSearchParams(search)
  if (!ofProvider.some((name) => params.has(name))) return search
  for (const name of ofProvider) params.delete(name)
  return params.size === 0 ? '' : `?${params}`
}
