import { ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, Icon, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { SecurityAnswer } from './change-security.server.ts'
import { Fold } from './fold.tsx'
import { type ShownPasskey, PasskeyRow } from './passkey-row.tsx'
import { SecurityCard } from './security-card.tsx'
import { useRegistration } from './use-registration.ts'

/** Passkeys: a list with names, and a form for another one. Making one takes scripts. */
export function PasskeysCard({
  passkeys,
  answer,
}: {
  passkeys: readonly ShownPasskey[]
  answer: SecurityAnswer | null
}) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const refusal = useRegistration(answer?.passkey ?? null)
  const isAdding = answer?.intent === 'startPasskey' || answer?.intent === 'addPasskey'
  const problem = isAdding ? answer.problem : null
  const { errorOf, formProps } = useFieldErrors(problem)
  const hasFailed = Boolean(problem) || refusal !== null
  return (
    <SecurityCard
      title={t(($) => $.security.passkeys.title)}
      about={t(($) => $.security.passkeys.about)}
      state={{
        isOn: passkeys.length > 0,
        text: passkeys.length > 0 ? t(($) => $.security.on) : t(($) => $.security.off),
      }}
    >
      {isAdding ? null : <ProblemAlert problem={answer?.problem} />}
      {passkeys.length > 0 ? (
        <ul className="divide-y divide-line rounded-md border border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      <noscript>
        <p className="rounded-md border border-line bg-sunken px-4 py-3 text-sm text-ink-2">
          {t(($) => $.security.passkeys.noScript)}
        </p>
      </noscript>
      <div data-needs-js>
        <Fold
          key={String(answer?.intent === 'addPasskey' && !problem)}
          isOpen={hasFailed || answer?.passkey != null}
          label={
            <>
              <Icon name="plus" />
              {t(($) => $.security.passkeys.add)}
            </>
          }
        >
          <Form method="post" className="grid gap-4" {...formProps}>
            <ProblemAlert problem={problem} />
            <p aria-live="polite" className="text-sm text-ink-2 empty:hidden">
              {refusal ? t(($) => $.passkey[refusal]) : null}
            </p>
            <input type="hidden" name="intent" value="startPasskey" />
            <TextField
              label={t(($) => $.security.passkeys.name)}
              hint={t(($) => $.security.passkeys.nameHint)}
              error={errorOf('name')}
              name="name"
              autoComplete="off"
              required
              maxLength={60}
            />
            <Button type="submit" variant="primary" className="w-fit" aria-disabled={isSending}>
              <Icon name="key" />
              {t(($) => $.security.passkeys.submit)}
            </Button>
          </Form>
        </Fold>
      </div>
    </SecurityCard>
  )
}
