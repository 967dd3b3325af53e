-- The day of the last weekly report that was decided on, sent or not: no two of a person are less than seven days apart.
CREATE TABLE weekly_reports (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  day date NOT NULL
);

-- Nothing sends news.
ALTER TABLE notification_preferences DROP COLUMN product_news;
