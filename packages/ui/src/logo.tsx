import { classNames } from './class-names.ts'

/** The three posts, with the name beside them unless `mark` is asked for. */
export function Logo({ name, mark = false, className }: { name: string; mark?: boolean; className?: string }) {
  return (
    <span
      data-slot="logo"
      className={classNames(
        'inline-flex items-center gap-[11px] font-display text-[1.25rem] font-bold tracking-[-0.02em]',
        className,
      )}
    >
      <Posts className="size-[26px]" />
      {mark ? <span className="sr-only">{name}</span> : name}
    </span>
  )
}

/** The mark alone, decorative. */
export function Posts({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 26 26" aria-hidden="true" className={classNames('shrink-0', className)}>
      <rect x="1" y="9" width="6" height="17" rx="3" fill="var(--ink)" />
      <rect x="10" y="2" width="6" height="24" rx="3" fill="var(--amber)" />
      <rect x="19" y="9" width="6" height="17" rx="3" fill="var(--ink)" />
    </svg>
  )
}
