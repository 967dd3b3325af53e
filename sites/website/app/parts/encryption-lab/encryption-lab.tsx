import { Button, Cell, Row, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Island } from '../pieces/island.tsx'
import { PartFrame, PartNote } from '../pieces/part-frame.tsx'
import { Results } from '../pieces/results.tsx'
import { PartTable, RowHead } from '../pieces/part-table.tsx'
import island from './encryption-lab.island.ts?worker&url'

const aspects = ['keys', 'limit', 'size', 'changed', 'use'] as const

/** AES-GCM and RSA-OAEP on the reader's own text, with the browser's Web Crypto. The comparison is there without script. */
export function EncryptionLab() {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.encryptionLab, { returnObjects: true })
  return (
    <PartFrame title={texts.title} lead={texts.lead} isPrivate>
      <Island element="part-encryption-lab" script={island} texts={texts.words}>
        <div data-needs-js className="grid gap-4">
          <TextField label={texts.text} name="text" defaultValue={texts.sample} maxLength={400} autoComplete="off" />
          <p data-out="failure" role="alert" className="text-bot empty:hidden" />
          <p className="font-[600]">AES-256-GCM</p>
          <Results
            rows={[
              { out: 'aesKey', label: texts.aesKey },
              { out: 'nonce', label: texts.nonce },
              { out: 'aesCiphertext', label: texts.ciphertext },
              { out: 'aesOpened', label: texts.opened },
            ]}
          />
          <div className="flex flex-wrap gap-2">
            <Button data-do="again">{texts.again}</Button>
            <Button data-do="flip">{texts.flip}</Button>
          </div>
          <p className="mt-2 font-[600]">RSA-OAEP, 2048 bit, SHA-256</p>
          <Results
            rows={[
              { out: 'rsaCiphertext', label: texts.ciphertext },
              { out: 'rsaOpened', label: texts.openedPrivately },
            ]}
          />
        </div>
      </Island>
      <PartTable label={texts.table} head={[texts.aspect, 'AES-256-GCM', 'RSA-OAEP 2048']}>
        {aspects.map((aspect) => (
          <Row key={aspect} className="align-top">
            <RowHead>{texts.aspects[aspect].name}</RowHead>
            <Cell className="min-w-40 !whitespace-normal">{texts.aspects[aspect].aes}</Cell>
            <Cell className="min-w-40 !whitespace-normal">{texts.aspects[aspect].rsa}</Cell>
          </Row>
        ))}
      </PartTable>
      <PartNote needsScript>{texts.tryIt}</PartNote>
      <PartNote>{texts.note}</PartNote>
    </PartFrame>
  )
}
