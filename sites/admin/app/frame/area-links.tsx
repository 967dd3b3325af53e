import { NavLink } from 'react-router'

/** The pages of an area: addresses with their names. */
export function AreaLinks({
  label,
  pages,
}: {
  label: string
  pages: readonly (readonly [to: string, name: string])[]
}) {
  return (
    <nav aria-label={label} className="mb-5 flex flex-wrap gap-x-5 gap-y-1 border-b border-line">
      {pages.map(([to, name]) => (
        <NavLink
          key={to}
          to={to}
          end
          className="inline-flex min-h-11 items-center border-b-2 border-transparent text-sm text-ink-2 hover:text-ink aria-[current=page]:border-amber aria-[current=page]:text-ink"
        >
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
