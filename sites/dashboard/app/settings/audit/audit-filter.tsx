import type { Member } from '@bollard/contracts'
import { Button, ButtonLink, SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { nameOf } from '../../people/person.tsx'

interface AuditFilterProps {
  action: string
  actorId: string
  members: readonly Member[]
}

/** Which entries to show; the choice lives in the address. */
export function AuditFilter({ action, actorId, members }: AuditFilterProps) {
  const { t } = useTranslation()
  const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = t(($) => $.settings.audit.actions, {
    returnObjects: true,
  })
  const titles: Readonly<Record<string, string>> = t(($) => $.settings.audit.groups, { returnObjects: true })
  return (
    <Form method="get" className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <SelectField key={`what ${action}`} label={t(($) => $.settings.audit.what)} name="action" defaultValue={action}>
        <option value="">{t(($) => $.settings.audit.everything)}</option>
        {Object.entries(titles).map(([group, title]) => (
          <optgroup key={group} label={title}>
            {Object.entries(groups[group] ?? {}).map(([verb, text]) => (
              <option key={verb} value={`${group}.${verb}`}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <SelectField key={`who ${actorId}`} label={t(($) => $.settings.audit.who)} name="actorId" defaultValue={actorId}>
        <option value="">{t(($) => $.settings.audit.everybody)}</option>
        {members.map((member) => (
          <option key={member.userId} value={member.userId}>
            {nameOf(member) ?? t(($) => $.settings.members.gone)}
          </option>
        ))}
      </SelectField>
      <div className="flex gap-2.5">
        <Button type="submit">{t(($) => $.settings.audit.show)}</Button>
        {action === '' && actorId === '' ? null : (
          <ButtonLink asChild variant="quiet">
            <Link to="?">{t(($) => $.settings.audit.all)}</Link>
          </ButtonLink>
        )}
      </div>
    </Form>
  )
}
