-- When the codes were made, so that those of a thief end when the owner takes the address back. Null for codes from before this.
ALTER TABLE recovery_codes ADD COLUMN created_at timestamptz;
