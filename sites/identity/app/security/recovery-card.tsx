import { ProblemAlert, useIsSending } from '@bollard/site-kit'
import { Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { SecurityAnswer } from './change-security.server.ts'
import { Fold } from './fold.tsx'
import { SecurityCard } from './security-card.tsx'

/** How many recovery codes are left; new ones end the old. */
export function RecoveryCard({ left, answer }: { left: number; answer: SecurityAnswer | null }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <SecurityCard
      title={t(($) => $.security.recovery.title)}
      about={t(($) => $.security.recovery.about)}
      state={{ isOn: left > 2, text: t(($) => $.security.recovery.left, { count: left }) }}
    >
      <ProblemAlert problem={answer?.problem} />
      <Fold label={t(($) => $.security.recovery.renew)}>
        <p className="text-sm text-ink-2">{t(($) => $.security.recovery.renewAbout)}</p>
        <Form method="post">
          <input type="hidden" name="intent" value="createRecoveryCodes" />
          <Button type="submit" variant="primary" aria-disabled={isSending}>
            {t(($) => $.security.recovery.submit)}
          </Button>
        </Form>
      </Fold>
    </SecurityCard>
  )
}
