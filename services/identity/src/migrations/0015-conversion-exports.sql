-- Batches of conversions that somebody uploads by hand. What is in one is not in another, until it is marked as sent or given back.
CREATE TABLE conversion_exports (
  id uuid PRIMARY KEY,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL
);
ALTER TABLE conversions ADD COLUMN export_id uuid REFERENCES conversion_exports (id);
CREATE INDEX conversions_of_export ON conversions (export_id) WHERE export_id IS NOT NULL;
-- What is written down waits here for its judgement.
CREATE INDEX conversions_recorded ON conversions (id) WHERE state = 'RECORDED';
