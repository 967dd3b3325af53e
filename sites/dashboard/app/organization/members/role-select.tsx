import { roles } from '@bollard/contracts'
import { classNames, controlClass } from '@bollard/ui'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

/** The roles to choose from. Give it a name for screen readers where it has no label. */
export function RoleSelect({ dense = false, ...rest }: ComponentProps<'select'> & { dense?: boolean }) {
  const { t } = useTranslation()
  return (
    <select
      className={classNames(
        controlClass,
        '!w-auto',
        dense ? 'h-[2.125rem] px-2.5 text-sm touch:h-11' : 'h-11 px-3 text-base',
      )}
      {...rest}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {t(($) => $.roles[role])}
        </option>
      ))}
    </select>
  )
}
