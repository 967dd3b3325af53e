import type { StatusPage } from '@bollard/contracts'
import { Moment, useFormats, useIsSending } from '@bollard/site-kit'
import { Alert, Button, Card, CardHeader, CopyField, type Meaning, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { useMonitoring } from '../monitoring/use-monitoring.ts'
import { useCopyTexts } from '../words/use-copy-texts.ts'

type Proof = NonNullable<StatusPage['hostProof']>

const meanings: Readonly<Record<Proof['state'], Meaning>> = { UNPROVEN: 'neutral', PROVEN: 'human', ENDING: 'doubt' }

/**
 * How far the host of a page is proven, the records that prove it, and a button that looks for them. `target` is where
 * the host has to point.
 */
export function HostProof({ host, proof, target }: { host: string; proof: Proof; target: string }) {
  const { t } = useTranslation()
  const { mayChange } = useMonitoring()
  const isSending = useIsSending()
  const copy = useCopyTexts()
  const { day } = useFormats()
  const words = t(($) => $.statusPages.proof, { returnObjects: true })
  const { name, value, state, found, pointsHere, checkedAt, endsAt } = proof
  const about = t(($) => $.statusPages.proof.about[state], { date: endsAt === null ? '' : day(endsAt) })
  return (
    <Card className="grid gap-4 sm:p-6">
      <CardHeader title={t(($) => $.statusPages.proof.title, { host })} className="!mb-0 [overflow-wrap:anywhere]">
        <Pill meaning={meanings[state]}>{words.states[state]}</Pill>
      </CardHeader>
      {state === 'ENDING' ? <Alert kind="warning">{about}</Alert> : <p className="text-sm text-ink-2">{about}</p>}
      <CopyField label={words.name} value={name} texts={copy} />
      <CopyField label={words.value} value={value} texts={copy} />
      <div className="grid gap-1.5">
        <CopyField label={words.target} value={target} texts={copy} />
        <p className="text-sm text-ink-2">{words.targetHint}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
        <Form method="post" preventScrollReset>
          <Button
            type="submit"
            name="do"
            value="prove"
            size="dense"
            disabled={!mayChange}
            aria-disabled={isSending || !mayChange}
          >
            {words.check}
          </Button>
        </Form>
        {checkedAt === null ? null : (
          <p className="min-w-0 flex-1 basis-64">
            {found === null ? null : words.found[found]}{' '}
            {pointsHere === null ? null : words[pointsHere ? 'here' : 'away']} {words.checkedAt}{' '}
            <Moment at={checkedAt} />
          </p>
        )}
      </div>
    </Card>
  )
}
