import { PageHead, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { FormCard } from '../forms/form-card.tsx'

interface PasteLinkProps {
  title: string
  /** What was pasted holds no token. */
  isRefused: boolean
  /** A script is still looking for the token in the address: until then only those without scripts are asked for it. */
  isLooking: boolean
}

/** Where no token is known: the link did not come through whole, or no script could read it. It can be pasted instead. */
export function PasteLink({ title, isRefused, isLooking }: PasteLinkProps) {
  const { t } = useTranslation()
  return (
    <FormCard
      title={title}
      subtitle={isLooking ? t(($) => $.invitation.opening) : t(($) => $.invitation.pasteSubtitle)}
    >
      <PageHead hidden title={`${title} · Bollard`} />
      {isLooking ? (
        <noscript>
          <p className="pb-4 text-ink-2">{t(($) => $.invitation.pasteSubtitle)}</p>
          <PasteForm isRefused={isRefused} />
        </noscript>
      ) : (
        <PasteForm isRefused={isRefused} />
      )}
    </FormCard>
  )
}

function PasteForm({ isRefused }: { isRefused: boolean }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(isRefused ? refusal : null)
  return (
    <Form method="post" className="grid gap-4" {...formProps}>
      <input type="hidden" name="intent" value="open" />
      <TextField
        id="token"
        label={t(($) => $.invitation.link)}
        error={errorOf('token')}
        name="token"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={1000}
      />
      <Button type="submit" variant="primary" wide aria-disabled={isSending}>
        {t(($) => $.invitation.open)}
      </Button>
    </Form>
  )
}

const refusal = { code: 'validation-failed', errors: [{ pointer: '/token', code: 'invalid' }] }
