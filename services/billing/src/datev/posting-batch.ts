import { encodeWindows1252 } from './windows-1252.ts'

/**
 * The posting batch ("Buchungsstapel") of the DATEV format: header 700, category 21, version 13. A file is a header, the names of
 * the columns, and a line for each posting, with semicolons between and CR LF behind. Texts stand in quotes, also empty ones; numbers
 * do not. As described at developer.datev.de, "DATEV-Format".
 */
export interface PostingBatch {
  readonly createdAt: Date
  readonly consultant: number
  readonly client: number
  /** Days as `YYYY-MM-DD`. A batch lies in one fiscal year, since a posting has a day and a month alone. */
  readonly fiscalYear: string
  readonly from: string
  readonly to: string
  readonly accountLength: number
  /** Two digits, such as `03`; empty for a chart of one's own. */
  readonly chart: string
  readonly label: string
  readonly postings: readonly Posting[]
}

export interface Posting {
  /** In minor units of EUR, never 0: above it is debited to `account`, below it credited. */
  readonly amountMinor: number
  readonly account: string
  readonly contraAccount: string
  /** Four digits, or empty. */
  readonly taxKey: string
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** Number of the invoice or credit note. */
  readonly document: string
  readonly text: string
  /** Of the customer who owes the tax in another member state; else empty. */
  readonly vatId: string
}

const numbered = (name: (number: number) => string[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => name(index + 1)).flat()

/** The names of the columns as DATEV writes them, a blank that is missing in "Zusatzinformation-" included. */
const columns = [
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto',
  'Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre',
  'Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink',
  ...numbered((one) => [`Beleginfo - Art ${one}`, `Beleginfo - Inhalt ${one}`], 8),
  'KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...numbered((one) => [`Zusatzinformation - Art ${one}`, `Zusatzinformation- Inhalt ${one}`], 20),
  'Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer;Buchungstyp',
  'USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername',
  'Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU)',
  'Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
].join(';')

const columnCount = columns.split(';').length
/** By number from 1, as DATEV counts them: those that hold a text. */
const textColumns = new Set(
  [
    [2, 3, 6, 9, 11, 12, 14, 16],
    Array.from({ length: 19 }, (_, index) => 20 + index),
    [40, 42],
    Array.from({ length: 40 }, (_, index) => 48 + index),
    [91, 95, 96, 98, 102, 103, 105, 107, 109, 110, 112, 118, 120, 121, 123],
  ].flat(),
)
/** Neither the batch nor its postings are made final by the import: that is the accountant's to do. */
const open = '0'

/**
 * The file. In Windows-1252, which everything of DATEV reads; where a name has a character that this code page lacks, the whole file is
 * UTF-8 with a byte order mark, which DATEV reads too.
 */
export function writePostingBatch(batch: PostingBatch): { content: Buffer; charset: 'windows-1252' | 'utf-8' } {
  const file = [headerOf(batch), columns, ...batch.postings.map(lineOf)].map((line) => `${line}\r\n`).join('')
  const content = encodeWindows1252(file)
  return content === null
    ? { content: Buffer.from(`\ufeff${file}`), charset: 'utf-8' }
    : { content, charset: 'windows-1252' }
}

function headerOf(batch: PostingBatch): string {
  const created = batch.createdAt.toISOString().replaceAll(/\D/gu, '')
  const day = (text: string) => text.replaceAll('-', '')
  const format = ['"EXTF"', 700, 21, '"Buchungsstapel"', 13, created, '', '""', '""', '""']
  const { consultant, client, accountLength } = batch
  const whose = [consultant, client, day(batch.fiscalYear), accountLength, day(batch.from), day(batch.to)]
  // Financial accounting, for no particular purpose of reporting.
  const kind = [quoted(batch.label.slice(0, 30)), '""', 1, 0, open, '"EUR"', '', '""', '', '']
  const chart = [quoted(batch.chart), '', '', '""', '""']
  return [format, whose, kind, chart].flat().join(';')
}

function lineOf({ amountMinor, account, contraAccount, taxKey, day, document, text, vatId }: Posting): string {
  const values: Readonly<Record<number, string>> = {
    1: amountOf(Math.abs(amountMinor)),
    2: amountMinor > 0 ? 'S' : 'H',
    3: 'EUR',
    7: account,
    8: contraAccount,
    9: taxKey,
    10: `${day.slice(8)}${day.slice(5, 7)}`,
    11: document.replaceAll(/[^\w$&%*+\-/]/gu, '').slice(0, 36),
    14: text.slice(0, 60),
    40: vatId.slice(0, 15),
    114: open,
  }
  return Array.from({ length: columnCount }, (_, index) => {
    const value = values[index + 1] ?? ''
    return textColumns.has(index + 1) ? quoted(value) : value
  }).join(';')
}

/** With two decimals behind a comma. */
function amountOf(minor: number): string {
  return `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, '0')}`
}

/** Control characters are not allowed in texts. */
function quoted(text: string): string {
  return `"${text.replaceAll(/\p{Cc}/gu, ' ').replaceAll('"', '""')}"`
}
