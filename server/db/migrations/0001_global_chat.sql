-- The chat of all members: the one chat without a case.
INSERT INTO "chats" ("id", "name") VALUES (0, 'Global Chat');
