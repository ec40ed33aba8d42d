-- Up Migration

-- Which score model computed the lapse date, so that scores say it also while a change of the model is being applied.
ALTER TABLE grant_scores ADD COLUMN model_version smallint NOT NULL DEFAULT 1;
