import type { CheckResult } from '@bollard/uptime'

const bodyBytesMax = 1_024
const headersMax = 50
const valueLengthMax = 500
/** They would let others in. */
const secretHeaders = new Set(['set-cookie', 'set-cookie2', 'authorization', 'proxy-authorization'])

/** The part of an answer that is kept for people: headers and the first KiB of the body, as text that any database takes. */
export function sampleOf(headers: Readonly<Record<string, string>>, body: Buffer): NonNullable<CheckResult['sample']> {
  const kept = Object.entries(headers).slice(0, headersMax)
  return {
    headers: Object.fromEntries(
      kept.map(([name, value]) => [
        name.slice(0, valueLengthMax),
        secretHeaders.has(name) ? '…' : plain(value).slice(0, valueLengthMax),
      ]),
    ),
    body: plain(textOf(body.subarray(0, bodyBytesMax), headers)),
  }
}

/** A body as text by the charset of its headers, UTF-8 without one; what is no text in it is replaced. */
export function textOf(body: Buffer, headers: Readonly<Record<string, string>>): string {
  const [, charset = 'utf-8'] = /;\s*charset="?([\w.:-]{1,40})/iu.exec(headers['content-type'] ?? '') ?? []
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return body.toString('utf8')
  }
}

/** Without control characters other than line breaks and tabs. */
function plain(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '')
}
