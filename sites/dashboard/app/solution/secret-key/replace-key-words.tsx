import { useFormats } from '@bollard/site-kit'
import type { Site } from '@bollard/contracts'
import { Alert, CopyField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ChoiceCards } from '../../forms/choice-cards.tsx'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { type MadeKey, overlapHours } from './replace-key.ts'

/** How the page and the dialog ask, with a key to replace and without one. */
export function useReplaceKeyTexts(secretKey: Site['secretKey']) {
  const { t } = useTranslation()
  return secretKey === null
    ? {
        question: t(($) => $.secretKey.noneTitle),
        submit: t(($) => $.secretKey.create),
        submitting: t(($) => $.secretKey.creating),
        failed: t(($) => $.secretKey.notCreated),
      }
    : {
        question: t(($) => $.secretKey.question, { last4: secretKey.last4 }),
        submit: t(($) => $.secretKey.submit),
        submitting: t(($) => $.secretKey.submitting),
        failed: t(($) => $.secretKey.failed),
      }
}

/** What replacing the secret key means, and when the old one ends; `form` is the id of the form that is sent. */
export function ReplaceKeyChoice({ secretKey, form }: { secretKey: Site['secretKey']; form: string }) {
  const { t } = useTranslation()
  if (secretKey === null) return <p>{t(($) => $.secretKey.noneText)}</p>
  return (
    <>
      <p>{t(($) => $.secretKey.text)}</p>
      <ChoiceCards
        legend={t(($) => $.secretKey.when)}
        name="overlap"
        form={form}
        chosen="LATER"
        choices={[
          {
            value: 'LATER',
            name: t(($) => $.secretKey.later.name, { hours: overlapHours }),
            about: t(($) => $.secretKey.later.about),
          },
          { value: 'NOW', name: t(($) => $.secretKey.now.name), about: t(($) => $.secretKey.now.about) },
        ]}
      />
    </>
  )
}

/** The new key, this once, and until when the old one works. */
export function NewSecretKey({ made: { secretKey, old } }: { made: MadeKey }) {
  const { t } = useTranslation()
  const texts = useCopyTexts()
  const formats = useFormats()
  return (
    <>
      <Alert kind="warning">{t(($) => $.secretKey.done)}</Alert>
      <CopyField label={t(($) => $.secretKey.label)} value={secretKey} texts={texts} />
      {old === null ? null : (
        <p className="text-sm text-ink-2">
          {old.worksUntil === null
            ? t(($) => $.secretKey.oldEnded, { last4: old.last4 })
            : t(($) => $.secretKey.oldWorks, { last4: old.last4, time: formats.moment(old.worksUntil) })}
        </p>
      )}
    </>
  )
}
