import { expect, test } from 'vitest'
import { type Posting, type PostingBatch, writePostingBatch } from './posting-batch.ts'

const posting: Posting = {
  amountMinor: 1071,
  account: '1410',
  contraAccount: '8400',
  taxKey: '',
  day: '2026-03-10',
  document: '2026-000001',
  text: 'Müller & „Söhne“ GmbH',
  vatId: '',
}
const batch: PostingBatch = {
  createdAt: new Date('2026-04-02T08:09:10.011Z'),
  consultant: 29_098,
  client: 55_003,
  fiscalYear: '2026-01-01',
  from: '2026-03-01',
  to: '2026-03-31',
  accountLength: 4,
  chart: '03',
  label: 'Bollard 2026-03',
  postings: [
    posting,
    { ...posting, amountMinor: -119, document: '2026-000002', text: '2026-000001 Müller & „Söhne“ GmbH' },
    {
      ...posting,
      amountMinor: 1_234_500,
      contraAccount: '8336',
      taxKey: '0047',
      text: 'A "B"\nC',
      vatId: 'FR12345678901',
    },
  ],
}

/** The names of the columns and the empty ends of lines are the same in every file. */
const header =
  '"EXTF";700;21;"Buchungsstapel";13;20260402080910011;;"";"";"";29098;55003;20260101;4;20260301;20260331;"Bollard 2026-03";"";1;0;0;"EUR";;"";;;"03";;;"";""'
const names =
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink;Beleginfo - Art 1;Beleginfo - Inhalt 1;Beleginfo - Art 2;Beleginfo - Inhalt 2;Beleginfo - Art 3;Beleginfo - Inhalt 3;Beleginfo - Art 4;Beleginfo - Inhalt 4;Beleginfo - Art 5;Beleginfo - Inhalt 5;Beleginfo - Art 6;Beleginfo - Inhalt 6;Beleginfo - Art 7;Beleginfo - Inhalt 7;Beleginfo - Art 8;Beleginfo - Inhalt 8;KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung;Zusatzinformation - Art 1;Zusatzinformation- Inhalt 1;Zusatzinformation - Art 2;Zusatzinformation- Inhalt 2;Zusatzinformation - Art 3;Zusatzinformation- Inhalt 3;Zusatzinformation - Art 4;Zusatzinformation- Inhalt 4;Zusatzinformation - Art 5;Zusatzinformation- Inhalt 5;Zusatzinformation - Art 6;Zusatzinformation- Inhalt 6;Zusatzinformation - Art 7;Zusatzinformation- Inhalt 7;Zusatzinformation - Art 8;Zusatzinformation- Inhalt 8;Zusatzinformation - Art 9;Zusatzinformation- Inhalt 9;Zusatzinformation - Art 10;Zusatzinformation- Inhalt 10;Zusatzinformation - Art 11;Zusatzinformation- Inhalt 11;Zusatzinformation - Art 12;Zusatzinformation- Inhalt 12;Zusatzinformation - Art 13;Zusatzinformation- Inhalt 13;Zusatzinformation - Art 14;Zusatzinformation- Inhalt 14;Zusatzinformation - Art 15;Zusatzinformation- Inhalt 15;Zusatzinformation - Art 16;Zusatzinformation- Inhalt 16;Zusatzinformation - Art 17;Zusatzinformation- Inhalt 17;Zusatzinformation - Art 18;Zusatzinformation- Inhalt 18;Zusatzinformation - Art 19;Zusatzinformation- Inhalt 19;Zusatzinformation - Art 20;Zusatzinformation- Inhalt 20;Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer;Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU);Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto'
/** Columns 15 to 39, and 41 to 125. */
const middle = ';"";;;;"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";;'
const end =
  ';;"";;;;;;"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";"";;;;"";;;;"";"";;"";;;;"";"";;"";;"";;"";"";;"";;0;;;;"";;"";"";;"";;'
const lines = [
  `10,71;"S";"EUR";;;"";1410;8400;"";1003;"2026-000001";"";;"Müller & „Söhne“ GmbH";${middle}""${end}`,
  `1,19;"H";"EUR";;;"";1410;8400;"";1003;"2026-000002";"";;"2026-000001 Müller & „Söhne“ GmbH";${middle}""${end}`,
  `12345,00;"S";"EUR";;;"";1410;8336;"0047";1003;"2026-000001";"";;"A ""B"" C";${middle}"FR12345678901"${end}`,
]
const file = [header, names, ...lines].map((line) => `${line}\r\n`).join('')

test('a file is this one, byte for byte, in Windows-1252', () => {
  expect(names.split(';')).toHaveLength(125)
  const { content, charset } = writePostingBatch(batch)
  expect(charset).toBe('windows-1252')
  // Each character is one byte, and a decoder that this repository did not write reads the same.
  expect(content).toHaveLength(file.length)
  expect(new TextDecoder('windows-1252').decode(content)).toBe(file)
  expect(content.includes(Buffer.from([0x84, 0x53, 0xf6, 0x68, 0x6e, 0x65, 0x93]))).toBe(true)
})

test('a name that Windows-1252 cannot write makes the file UTF-8 with its mark, and loses nothing', () => {
  const { content, charset } = writePostingBatch({ ...batch, postings: [{ ...posting, text: 'Łódź Żółw Sp. z o.o.' }] })
  expect([charset, [...content.subarray(0, 3)]]).toEqual(['utf-8', [0xef, 0xbb, 0xbf]])
  expect(content.toString()).toContain('"Łódź Żółw Sp. z o.o."')
})

test('every character of the code page is written as it is read', () => {
  const all = Array.from({ length: 256 }, (_, byte) => byte).filter(
    (byte) => byte >= 0x20 && ![0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte) && byte !== 0x22,
  )
  const text = new TextDecoder('windows-1252').decode(Uint8Array.from(all))
  for (let at = 0; at < text.length; at += 60) {
    const part = text.slice(at, at + 60)
    const { content } = writePostingBatch({ ...batch, postings: [{ ...posting, text: part }] })
    expect(content.includes(Buffer.from(all.slice(at, at + 60)))).toBe(true)
  }
})

test('whatever the net amount: who takes 19 % out of the gross amount that is posted gets the tax of the invoice', () => {
  for (let net = 1; net < 20_000; net += 1) {
    const tax = Math.floor((net * 19 + 50) / 100)
    expect(Math.round(((net + tax) * 19) / 119)).toBe(tax)
  }
})
