import { randomUUID } from 'node:crypto'
import type { FormValue } from './find-form.ts'

/** A form as browsers send it (https://html.spec.whatwg.org/#constructing-entry-list): line breaks are CR LF in both encodings. */
export function encodeForm(
  values: readonly FormValue[],
  isMultipart: boolean,
): { readonly type: string; readonly body: string } {
  const sent = values.map(({ name, value }) => ({ name: withLines(name), value: withLines(value) }))
  if (!isMultipart) {
    const pairs = sent.map(({ name, value }): [string, string] => [name, value])
    return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(pairs).toString() }
  }
  const boundary = `----bollard-${randomUUID()}`
  const parts = sent.map(
    ({ name, value }) => `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  )
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` }
}

function withLines(text: string): string {
  return text.replaceAll(/\r\n|\r|\n/gu, '\r\n')
}

function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
