/**
 * Reads CSV as RFC 4180 defines it, and nothing more lenient: throws on a quote inside an unquoted field, on anything between
 * a closing quote and the next comma or CRLF, on a line break that is not CRLF outside of quotes, and on a last line without one.
 */
export function readCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at < text.length) {
    let field = ''
    if (text[at] === '"') {
      for (;;) {
        const end = text.indexOf('"', at + 1)
        if (end === -1) throw new Error('a quoted field has no end')
        field += text.slice(at + 1, end)
        at = end + 1
        if (text[at] !== '"') break
        field += '"'
      }
    } else {
      const [plain = ''] = /^[^,\r\n]*/u.exec(text.slice(at)) ?? []
      if (plain.includes('"')) throw new Error('a quote stands inside an unquoted field')
      field = plain
      at += plain.length
    }
    record.push(field)
    if (text[at] === ',') {
      at += 1
      continue
    }
    if (text[at] !== '\r' || text[at + 1] !== '\n') throw new Error(`neither comma nor CRLF after a field, at ${at}`)
    at += 2
    records.push(record)
    record = []
  }
  if (record.length > 0) throw new Error('the last line has no end')
  return records
}
