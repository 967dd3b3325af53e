const spacing = 85
const posts = Array.from({ length: 29 }, (_, index) => ({ x: 14 + index * spacing, tall: index % 4 === 1 }))
/** Post index → radius of the person walking between it and the next one. */
const people = new Map([
  [1, 13],
  [3, 11],
  [6, 14],
  [8, 12],
  [11, 12],
  [13, 13],
  [15, 11],
  [18, 13],
  [21, 12],
  [24, 14],
  [26, 11],
])
/** Post index → tilt of the bot stopped in front of it. */
const bots = new Map([
  [3, -12],
  [6, 9],
  [10, -18],
  [11, 6],
  [15, 14],
  [17, -9],
  [20, 12],
  [23, -14],
  [26, 8],
])
const ground = 122

/** The street: people (circles) walk between the posts, bots (squares) are stopped by them. One per page at most. */
export function Street({ label, className }: { label: string; className?: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 2400 150"
      preserveAspectRatio="xMidYMax slice"
      className={className ?? 'block h-[150px] w-full'}
    >
      <rect y={ground} width="2400" height="28" fill="var(--sunken)" />
      {posts.map(({ x, tall }) => (
        <g key={x}>
          <rect
            x={x}
            y={tall ? 40 : 58}
            width="22"
            height={tall ? 84 : 66}
            rx="11"
            fill={tall ? 'var(--amber)' : 'var(--ink)'}
          />
          {tall ? <rect x={x} y="62" width="22" height="9" fill="var(--on-amber)" opacity=".85" /> : null}
        </g>
      ))}
      {[...people].map(([index, radius]) => (
        <circle key={index} cx={postX(index) + 22 + 31} cy={ground - radius} r={radius} fill="var(--human)" />
      ))}
      {[...bots].map(([index, tilt]) => (
        <rect
          key={index}
          x={postX(index) - 21}
          y={ground - 27}
          width="25"
          height="25"
          rx="3"
          fill="var(--bot)"
          transform={`rotate(${tilt} ${postX(index) - 8} ${ground - 13})`}
        />
      ))}
    </svg>
  )
}

function postX(index: number): number {
  return 14 + index * spacing
}
