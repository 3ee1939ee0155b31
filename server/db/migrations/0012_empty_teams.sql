-- Begun cases whose last member had left before such cases went back to ASSIGNED (DECISIONS 272): nobody could end them.
WITH "stuck" AS (
	UPDATE "cases" SET "status" = 'ASSIGNED'
		WHERE "status" = 'IN_PROGRESS' AND NOT EXISTS (SELECT 1 FROM "case_members" WHERE "case_id" = "cases"."id")
		RETURNING "incident_id", "team_name"
), "moved" AS (
	UPDATE "incidents" SET "status" = 'ASSIGNED', "last_updated" = now() FROM "stuck" WHERE "incidents"."id" = "stuck"."incident_id"
)
INSERT INTO "incident_changes" ("incident_id", "event", "status_before", "status_after", "note")
	SELECT "incident_id", 'team.emptied', 'IN_PROGRESS', 'ASSIGNED', "team_name" || ' has no members any more. A captain can reassign it.'
	FROM "stuck";
