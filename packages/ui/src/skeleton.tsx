import { classNames } from './class-names.ts'

/** Keeps the room of something that is still loading. Say in words elsewhere that it loads. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-slot="skeleton"
      className={classNames('block animate-pulse rounded-sm bg-line', className ?? 'h-4 w-full')}
    />
  )
}
