import type { HeartbeatAddress } from '@bollard/contracts'
import { Moment, useIsSending } from '@bollard/site-kit'
import { Button, Card, CardHeader, Checkbox, CopyField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fold } from '../../forms/fold.tsx'
import { useCopyTexts } from '../../words/use-copy-texts.ts'

interface HeartbeatCardProps {
  heartbeat: HeartbeatAddress
  /** Address of the API. */
  api: string
  mayChange: boolean
}

/** Where a job says that it has run, and whether it has to sign that. */
export function HeartbeatCard({ heartbeat: { path, secret, signedOnly, lastAt }, api, mayChange }: HeartbeatCardProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const copy = useCopyTexts()
  const words = t(($) => $.monitoring.heartbeat, { returnObjects: true })
  return (
    <Card className="grid gap-4 sm:p-6">
      <CardHeader title={words.title} className="!mb-0" />
      <p className="text-sm text-ink-2">
        {words.about} {lastAt === null ? words.never : words.last} {lastAt === null ? null : <Moment at={lastAt} />}
      </p>
      <CopyField label={words.address} value={`${api}${path}`} texts={copy} />
      <Fold label={words.signing}>
        <p>{words.signingAbout}</p>
        <div className="w-full">
          <CopyField label={words.secret} value={secret} texts={copy} />
        </div>
        <Form method="post" preventScrollReset className="grid justify-items-start gap-2">
          <Checkbox name="signedOnly" defaultChecked={signedOnly} label={words.signedOnly} disabled={!mayChange} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="do" value="signed" size="dense" aria-disabled={isSending} disabled={!mayChange}>
              {t(($) => $.settings.save)}
            </Button>
            <Button
              type="submit"
              name="do"
              value="replace"
              size="dense"
              aria-disabled={isSending}
              disabled={!mayChange}
            >
              {words.replace}
            </Button>
          </div>
        </Form>
      </Fold>
    </Card>
  )
}
