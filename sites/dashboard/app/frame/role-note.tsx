import type { Role, Solution } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

interface RoleNoteProps {
  /** The least role that may do it. */
  needs: Exclude<Role, 'VIEWER'>
  solution: Pick<Solution, 'id' | 'myRole'>
}

/** Says beside controls that somebody may not use which role is needed, and where to find who has it. */
export function RoleNote({ needs, solution }: RoleNoteProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2">
      <Icon name="lock" className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <span>
        {t(($) => $.roleNote[needs], { role: t(($) => $.roles[solution.myRole]) })}{' '}
        <Link to={`/${language}/solutions/${solution.id}/settings/members`} className="text-link">
          {t(($) => $.roleNote.who)}
        </Link>
      </span>
    </p>
  )
}
