/** A bucket ends so many times higher than it begins, so a value read from it is off by 2.5 % at most. */
const growth = 1.05

/** The bucket that counts a value; 0 for zero. */
export function bucketOf(value: number): number {
  return value <= 0 ? 0 : Math.floor(Math.log(value) / Math.log(growth)) + 1
}

/** The value that stands for a bucket: its middle, in the unit of the values, with one decimal. */
export function valueOf(bucket: number): number {
  return bucket === 0 ? 0 : Math.round(growth ** (bucket - 0.5) * 10) / 10
}
