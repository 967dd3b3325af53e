import { useIsSending } from '@bollard/site-kit'
import { Button, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fold } from './fold.tsx'

/** A passkey with its moments in words. */
export interface ShownPasskey {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
  backedUp: boolean
}

export function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt, backedUp } }: { passkey: ShownPasskey }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const used =
    lastUsedAt === null
      ? t(($) => $.security.passkeys.neverUsed)
      : t(($) => $.security.passkeys.lastUsed, { when: lastUsedAt })
  return (
    <li className="grid gap-3 px-4 py-3.5">
      <div className="grid gap-0.5">
        <p className="font-[560] break-words">{name}</p>
        <p className="text-sm text-ink-2">
          {t(($) => $.security.passkeys.created, { when: createdAt })} · {used}
          {backedUp ? ` · ${t(($) => $.security.passkeys.backedUp)}` : null}
        </p>
      </div>
      {/* The key folds both forms up again once the name is another one. */}
      <div key={name} className="flex flex-wrap gap-2">
        <Fold dense label={<Named text={t(($) => $.security.passkeys.rename)} name={name} />}>
          <Form method="post" className="grid gap-3">
            <input type="hidden" name="intent" value="renamePasskey" />
            <input type="hidden" name="passkeyId" value={id} />
            <TextField
              label={t(($) => $.security.passkeys.newName)}
              name="name"
              autoComplete="off"
              required
              maxLength={60}
              defaultValue={name}
            />
            <Button type="submit" className="w-fit" aria-disabled={isSending}>
              {t(($) => $.account.save)}
            </Button>
          </Form>
        </Fold>
        <Fold dense label={<Named text={t(($) => $.security.passkeys.remove)} name={name} />}>
          <p className="text-sm text-ink-2">{t(($) => $.security.passkeys.removeAbout)}</p>
          <Form method="post">
            <input type="hidden" name="intent" value="deletePasskey" />
            <input type="hidden" name="passkeyId" value={id} />
            <Button type="submit" variant="danger" aria-disabled={isSending}>
              {t(($) => $.security.passkeys.removeSubmit)}
            </Button>
          </Form>
        </Fold>
      </div>
    </li>
  )
}

/** What a button does, and for screen readers to what. */
export function Named({ text, name }: { text: string; name: string }) {
  return (
    <>
      {text}
      <span className="sr-only">: {name}</span>
    </>
  )
}
