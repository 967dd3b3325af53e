import { Moment, useFormats, useIsSending } from '@bollard/site-kit'
import { Button, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { lastingHours } from './until.ts'

/** How long an exception holds, why, and the button that makes it. */
export function ExceptionFields({ errorOf, add }: { errorOf: (name: string) => string | undefined; add: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isSending = useIsSending()
  const words = t(($) => $.protection.exceptions, { returnObjects: true })
  return (
    <>
      <SelectField label={words.lasts} id="hours" name="hours" defaultValue="168" error={errorOf('until')}>
        {lastingHours.map((hours) => (
          <option key={hours} value={hours}>
            {formats.lasting(hours * 3_600_000)}
          </option>
        ))}
        <option value="">{words.always}</option>
      </SelectField>
      <TextField
        label={words.note}
        hint={words.noteHint}
        id="note"
        name="note"
        required
        maxLength={200}
        autoComplete="off"
        error={errorOf('note')}
      />
      <Button type="submit" name="do" value="add" className="justify-self-start" aria-disabled={isSending}>
        {add}
      </Button>
    </>
  )
}

interface ExceptionLineProps {
  id: string
  /** What it is for. */
  name: string
  exception: { readonly until: string | null; readonly note: string; readonly createdAt: string }
  /** Further facts about it. */
  fact: string
  mayEnd: boolean
}

/** One exception with its end, its reason, and the button that ends it. */
export function ExceptionLine({ id, name, exception: { until, note, createdAt }, fact, mayEnd }: ExceptionLineProps) {
  const { t } = useTranslation()
  const words = t(($) => $.protection.exceptions, { returnObjects: true })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 text-sm sm:px-5">
      <div className="me-auto grid min-w-0 gap-0.5">
        <p className="[overflow-wrap:anywhere]">
          <code className="font-[560]">{name}</code> · {fact}
        </p>
        <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">
          {note} · {words.since} <Moment at={createdAt} show="day" /> ·{' '}
          {until === null ? (
            words.always
          ) : (
            <>
              {words.until} <Moment at={until} />
            </>
          )}
        </p>
      </div>
      {mayEnd ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button type="submit" name="do" value="end" size="dense" aria-label={`${words.end}: ${name}`}>
            {words.end}
          </Button>
        </Form>
      ) : null}
    </li>
  )
}
