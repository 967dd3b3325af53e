/** Outlines on a 24 px grid, drawn with a stroke of the text's colour. */
const outlines = {
  alert: 'M12 8v5M12 16.5v.5M12 3l9.500 17h-19z',
  info: 'M12 11v6M12 7v.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  check: 'M5 12.500l4.500 4.500L19 7',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4.500 4.500',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4.900 4.900l1.400 1.400M17.700 17.700l1.400 1.400M2 12h2M20 12h2M4.900 19.100l1.400-1.400M17.700 6.300l1.400-1.400',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500',
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-right': 'M9 6l6 6-6 6',
  'chevron-left': 'M15 6l-6 6 6 6',
  'chevrons-up-down': 'M7 15l5 5 5-5M7 9l5-5 5 5',
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  'arrow-left': 'M19 12H5M11 6l-6 6 6 6',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  mail: 'M3 6h18v13H3zM3 7l9 7 9-7',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 13l9-9M16 8l3 3',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c0-4 3.500-6 8-6s8 2 8 6',
  users:
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M2 21v-2a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v2M22 21v-2a4 4 0 0 0-3-3.900M16 3.200a4 4 0 0 1 0 7.600',
  'sign-out': 'M10 4H4v16h6M15 8l4 4-4 4M19 12H9',
  dashboard: 'M3 13h8V3H3zM13 21h8V11h-8zM13 3v5h8V3zM3 21h8v-5H3z',
  list: 'M4 6h16M4 12h16M4 18h10',
  chart: 'M5 20v-7M12 20V5M19 20v-10',
  shield: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6z',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 2v3M12 19v3M4.200 4.200l2.100 2.100M17.700 17.700l2.100 2.100M2 12h3M19 12h3M4.200 19.800l2.100-2.100M17.700 6.300l2.100-2.100',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c2.500 2.500 3.700 5.500 3.700 9s-1.200 6.500-3.700 9c-2.500-2.500-3.700-5.500-3.700-9s1.200-6.500 3.700-9',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3.500 2',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  filter: 'M4 6h16M7 12h10M10 18h4',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  refresh: 'M20 11a8 8 0 0 0-14.500-3.500L3 10M3 4v6h6M4 13a8 8 0 0 0 14.500 3.500L21 14M21 20v-6h-6',
} as const
export type IconName = keyof typeof outlines

/** Outlines that point along the line, which begins at the right in some languages. */
const alongTheLine: ReadonlySet<IconName> = new Set([
  'chevron-right',
  'chevron-left',
  'arrow-right',
  'arrow-left',
  'sign-out',
])

/** A decorative outline: what it means must also stand in words. */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={alongTheLine.has(name) ? `rtl:-scale-x-100 ${className}` : className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={outlines[name]} />
    </svg>
  )
}
