import type { Role } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'

const roles: readonly Role[] = ['VIEWER', 'MEMBER', 'ADMIN']

/** The roles, each with what it may do. */
export function RoleChoice({
  legend,
  roleMay,
  chosen,
}: {
  legend: string
  roleMay: Readonly<Record<Role, string>>
  chosen: Role
}) {
  const { t } = useTranslation()
  return (
    <fieldset className="grid min-w-0 gap-2 @container">
      <legend className="mb-1.5 text-sm font-[520]">{legend}</legend>
      <div className="grid gap-2 @lg:grid-cols-3">
        {roles.map((role) => (
          <label
            key={role}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md border border-line-strong px-3.5 py-3 hover:border-ink-3 has-checked:border-ink has-checked:bg-sunken"
          >
            <input
              type="radio"
              name="role"
              value={role}
              defaultChecked={role === chosen}
              className="mt-[3px] size-4 shrink-0 accent-amber"
            />
            <span className="grid gap-0.5 text-sm font-[560]">
              {t(($) => $.roles[role])}
              <span className="text-xs font-[400] text-ink-2">{roleMay[role]}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A role as a form or an address names it; null for anything else. */
export function roleOf(value: unknown): Role | null {
  return roles.find((role) => role === value) ?? null
}
