import { useSite } from '@bollard/site-kit'
import { Link } from 'react-router'

interface UsedByProps {
  solutions: readonly { id: string; label: string }[]
  none: string
  some: string
  /** Page of a solution to lead to. */
  page: string
}

/** The solutions that something of a person is used for. */
export function UsedBy({ solutions, none, some, page }: UsedByProps) {
  const { language } = useSite()
  if (solutions.length === 0) return <p className="text-sm text-ink-3">{none}</p>
  return (
    <p className="text-sm text-ink-2">
      {some}{' '}
      {solutions.map(({ id, label }, index) => (
        <span key={id}>
          {index > 0 ? ', ' : null}
          <Link to={`/${language}/solutions/${id}/${page}`} className="text-link rounded-sm">
            {label}
          </Link>
        </span>
      ))}
    </p>
  )
}
