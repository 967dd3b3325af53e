/** A transfer of euros within SEPA. */
export interface CreditTransfer {
  /** Comes back with the money if the transfer fails; at most 35 characters. */
  readonly reference: string
  readonly amountMinor: number
  readonly holder: string
  readonly iban: string
  readonly bic: string | null
  /** What the payee reads. */
  readonly purpose: string
}

export interface CreditTransferFile {
  /** The bank takes a file with the same number once; at most 35 characters. */
  readonly messageId: string
  readonly createdAt: Date
  /** `2026-11-10`. */
  readonly executeOn: string
  readonly debtor: { readonly holder: string; readonly iban: string; readonly bic?: string | undefined }
  readonly transfers: readonly CreditTransfer[]
}

/** Writes a SEPA credit transfer initiation (ISO 20022 pain.001.001.09) by the rules of the European Payments Council. Needs at least one transfer. */
export function writeCreditTransferFile({
  messageId,
  createdAt,
  executeOn,
  debtor,
  transfers,
}: CreditTransferFile): string {
  const count = `<NbOfTxs>${transfers.length}</NbOfTxs>`
  const sum = `<CtrlSum>${euros(transfers.reduce((total, { amountMinor }) => total + amountMinor, 0))}</CtrlSum>`
  const debtorName = sepaText(debtor.holder, 70)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>${messageId}</MsgId>
      <CreDtTm>${createdAt.toISOString().slice(0, 19)}Z</CreDtTm>
      ${count}
      ${sum}
      <InitgPty><Nm>${debtorName}</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>${messageId}</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      ${count}
      ${sum}
      <PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>
      <ReqdExctnDt><Dt>${executeOn}</Dt></ReqdExctnDt>
      <Dbtr><Nm>${debtorName}</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>${compact(debtor.iban)}</IBAN></Id></DbtrAcct>
      <DbtrAgt><FinInstnId>${debtor.bic ? `<BICFI>${compact(debtor.bic)}</BICFI>` : '<Othr><Id>NOTPROVIDED</Id></Othr>'}</FinInstnId></DbtrAgt>
      <ChrgBr>SLEV</ChrgBr>
${transfers.map(writeTransfer).join('\n')}
    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`
}

function writeTransfer({ reference, amountMinor, holder, iban, bic, purpose }: CreditTransfer): string {
  return `      <CdtTrfTxInf>
        <PmtId><EndToEndId>${sepaText(reference, 35)}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="EUR">${euros(amountMinor)}</InstdAmt></Amt>${
          bic === null
            ? ''
            : `
        <CdtrAgt><FinInstnId><BICFI>${compact(bic)}</BICFI></FinInstnId></CdtrAgt>`
        }
        <Cdtr><Nm>${sepaText(holder, 70)}</Nm></Cdtr>
        <CdtrAcct><Id><IBAN>${compact(iban)}</IBAN></Id></CdtrAcct>
        <RmtInf><Ustrd>${sepaText(purpose, 140)}</Ustrd></RmtInf>
      </CdtTrfTxInf>`
}

const spelledOut: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
}

/** In the characters that every bank takes; no reference begins or ends with a slash or has two in a row. */
export function sepaText(text: string, lengthMax: number): string {
  const spelled = text
    .normalize('NFC')
    .replaceAll(/[äöüÄÖÜßæÆøØłŁ]/gu, (letter) => spelledOut[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&', '+')
    .replaceAll(/[^A-Za-z0-9/?:().,'+ -]/gu, '.')
    .replaceAll(/\/{2,}/gu, '/')
    .replaceAll(/ {2,}/gu, ' ')
  return spelled.slice(0, lengthMax).replaceAll(/^[/ ]+|[/ ]+$/gu, '') || '.'
}

function euros(minor: number): string {
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
}

/** IBAN and BIC have nothing but letters and digits, so nothing else gets into the file. */
function compact(code: string): string {
  return code.replaceAll(/[^A-Za-z0-9]/gu, '').toUpperCase()
}
