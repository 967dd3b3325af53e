import { useNonce } from '@bollard/site-kit'

/** Facts for search engines, in the words of schema.org; what is undefined is left out. */
export function StructuredData({ value }: { value: Readonly<Record<string, unknown>> }) {
  const nonce = useNonce()
  const json = JSON.stringify({ '@context': 'https://schema.org', ...value })
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // A text may hold the end of a script; as an escape it is only text.
      dangerouslySetInnerHTML={{ __html: json.replaceAll('<', String.raw`\u003c`) }}
    />
  )
}
