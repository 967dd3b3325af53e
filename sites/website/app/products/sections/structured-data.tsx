import { useNonce } from '@bollard/site-kit'

/** Facts of a page for search engines, in the vocabulary of schema.org. Only what the page itself says. */
export function StructuredData({ type, ...facts }: { type: string } & Record<string, unknown>) {
  const nonce = useNonce()
  const json = JSON.stringify({ '@context': 'https://schema.org', '@type': type, ...facts })
  // No text can end the script element it stands in.
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      dangerouslySetInnerHTML={{ __html: json.replaceAll('<', String.raw`\u003c`) }}
    />
  )
}
