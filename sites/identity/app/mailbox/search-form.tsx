import { Button, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { MailSearch } from './search-mails.ts'
import { useCodeForm } from './use-code-form.ts'

/** Search by address and kind; a plain GET, so it works without scripts and the answer has an address. */
export function SearchForm({ search, kinds }: { search: MailSearch; kinds: readonly string[] }) {
  const { t } = useTranslation()
  const kept = [...new URLSearchParams(useCodeForm().kept)]
  // A kind that has no mail any more stays chosen, so that the form says what the list shows.
  const choices = search.kind === '' || kinds.includes(search.kind) ? kinds : [...kinds, search.kind]
  return (
    <search>
      <Form
        method="get"
        className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        key={`${search.address} ${search.kind}`}
      >
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField
          label={t(($) => $.mailbox.address)}
          name="address"
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          defaultValue={search.address}
        />
        <SelectField label={t(($) => $.mailbox.kind)} name="kind" defaultValue={search.kind}>
          <option value="">{t(($) => $.mailbox.allKinds)}</option>
          {choices.map((kind) => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{t(($) => $.mailbox.search)}</Button>
      </Form>
    </search>
  )
}
