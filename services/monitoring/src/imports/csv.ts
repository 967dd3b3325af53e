import { ProblemError } from '@bollard/http'
import { createDraft, fit, keyFrom, nameFrom, tagsFrom } from './draft/draft.ts'
import { type Imports, noHistory } from './draft/history.ts'

const columns = ['name', 'target', 'kind', 'interval', 'tags', 'key', 'paused'] as const
type Column = (typeof columns)[number]

/**
 * Services from a table: `target` is a must, an address or a host with a port; `name`, `kind`, `interval` (seconds), `tags` (separated by
 * semicolons), `key` and `paused` are there at will, in any order. Throws `validation-failed` for a table without targets.
 */
export function draftOfCsv(text: string): Imports {
  const [head = [], ...lines] = readCsv(text)
  const names = head.map((name) => name.trim().toLowerCase())
  if (!names.includes('target')) refuse('no-target-column')
  const draft = createDraft()
  for (const name of names) if (!isColumn(name)) draft.noteOn(name)('setting-unsupported', name)
  for (const line of lines) {
    const of = (column: Column): string => (line[names.indexOf(column)] ?? '').trim()
    const target = of('target')
    if (target === '') continue
    const name = nameFrom(of('name') || target, target)
    const note = draft.noteOn(name)
    const check = checkOf(of('kind').toUpperCase(), target)
    if (check === null) {
      note('kind-unsupported', 'target', target)
      continue
    }
    const interval = Number(of('interval') || 60)
    if (Number.isNaN(interval)) note('value-invalid', 'interval', of('interval'))
    draft.addService({
      key: keyFrom(of('key') || name, 'service'),
      name,
      check,
      paused: /^(?:true|yes|1)$/iu.test(of('paused')),
      tags: tagsFrom(of('tags').split(';'), note),
      intervalSeconds: fit(Number.isNaN(interval) ? 60 : interval, [10, 86400], note, 'interval'),
    })
  }
  return { ...draft.finish(), history: noHistory }
}

function isColumn(name: string): name is Column {
  return (columns as readonly string[]).includes(name)
}

function refuse(code: string): never {
  throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/content', code }] })
}

/** An address is a web page, or what its scheme says; a host with a port is TCP, one without is pinged. */
function checkOf(kind: string, target: string) {
  const place = /^(?<host>\[[^\]]+\]|[^:/\s]+)(?::(?<port>\d+))?$/u.exec(target)?.groups
  const [host, port] = [(place?.['host'] ?? '').replaceAll(/[[\]]/gu, ''), Number(place?.['port'] ?? 0)]
  const asked = kind || kindOf(target, port)
  switch (asked) {
    case 'HTTP':
      return { kind: asked, target: { url: place === undefined ? target : `https://${target}/` } } as const
    case 'WEBSOCKET':
      return { kind: asked, target: { url: target } } as const
    case 'TCP':
      return { kind: asked, target: { host, port } } as const
    case 'CERTIFICATE':
      return { kind: asked, target: { host, port: port || 443 } } as const
    case 'SMTP':
      return { kind: asked, target: { host, port: port || 25 } } as const
    case 'ICMP':
      return { kind: asked, target: { host } } as const
    case 'DNS':
    case 'DOMAIN':
      return { kind: asked, target: { name: host } } as const
    default:
      return null
  }
}

function kindOf(target: string, port: number): string {
  if (/^https?:\/\//iu.test(target)) return 'HTTP'
  if (/^wss?:\/\//iu.test(target)) return 'WEBSOCKET'
  return target.includes('/') ? '' : port > 0 ? 'TCP' : 'ICMP'
}

/** Lines of RFC 4180, separated by commas, or by semicolons where the first line has more of these. Throws for a quote that never ends. */
function readCsv(text: string): string[][] {
  const plain = text.replace(/^\ufeff/u, '')
  const [first = ''] = plain.split('\n', 1)
  const separator = first.split(';').length > first.split(',').length ? ';' : ','
  const [rows, cell]: [string[][], { text: string; quoted: boolean }] = [[[]], { text: '', quoted: false }]
  const end = () => {
    rows.at(-1)?.push(cell.text)
    cell.text = ''
  }
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at] ?? ''
    if (cell.quoted && character === '"' && plain[at + 1] === '"') {
      cell.text += '"'
      at++
    } else if (character === '"' && (cell.quoted || cell.text.trim() === '')) cell.quoted = !cell.quoted
    else if (!cell.quoted && character === separator) end()
    else if (!cell.quoted && character === '\n') {
      end()
      rows.push([])
    } else if (cell.quoted || character !== '\r') cell.text += character
  }
  if (cell.quoted) refuse('unclosed-quote')
  end()
  return rows.filter((row) => row.some((one) => one.trim() !== ''))
}
