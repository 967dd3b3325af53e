import { useNonce } from '@bollard/site-kit'

/** What the page says to search engines, as schema.org has it. */
export function JsonLd({ data }: { data: Readonly<Record<string, unknown>> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', String.raw`\u003c`)
  return <script type="application/ld+json" nonce={useNonce()} dangerouslySetInnerHTML={{ __html: json }} />
}
