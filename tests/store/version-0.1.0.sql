-- A data file as version 0.1.0 wrote it, as SQL text: a game played to its end and another one begun, Micro Robots in the
-- middle of a turn, and a table where somebody waits. PRAGMA journal_mode was WAL. The seats' tokens:
-- 69UFKR p1 Rv_8PyRIruQx-Hx_wiScHA
-- 69UFKR p2 4TMjzEr0XiXxa4711LioMg
-- WTXDLE p1 HHiD0ILEXQkUNko5m1muwA
-- WTXDLE p2 fviNXyChg3TuQ3TuaG1UTA
-- SXEXYJ p1 PuMRK0xB5FtDrbIZD-Bbpw
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE tables (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, game INTEGER NOT NULL, over INTEGER NOT NULL, options TEXT NOT NULL);
INSERT INTO tables VALUES(1882023984169585521,'69UFKR',1794837936563,2,0,'{"credit":true,"plan":false}');
INSERT INTO tables VALUES(1882023984955244267,'WTXDLE',1794837937312,1,0,'{"credit":true,"plan":false}');
INSERT INTO tables VALUES(1882023985056766525,'SXEXYJ',1794837937409,1,0,'{"credit":true,"plan":false}');
CREATE TABLE events (table_id INTEGER NOT NULL, game INTEGER NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (table_id, game, seq)) WITHOUT ROWID;
INSERT INTO events VALUES(1882023984169585521,1,1,'{"seq":1,"at":1794837936563,"ev":"opened","rules":{"preset":"ricochet","claim":"exact","tie":"first","hourglass":60000,"patience":240000,"demonstration":120000,"goal":1,"silver":true,"transparent":false,"edition":"2013","barriers":"any","turns":1,"tokens":["Gp","Ys","Bp","Bm","Rp","Gm","Bg","Yg","V","Gs","Rg","Gg","Rs","Ym","Bs","Yp","Rm"]},"board":"G4-R4-Y4-B2","robots":"Rh13,Yb13,Ga16,Bk12,Sj2","seed":291741778801954}');
INSERT INTO events VALUES(1882023984169585521,1,2,'{"seq":2,"at":1794837936708,"ev":"joined","by":"p1","name":"Ada"}');
INSERT INTO events VALUES(1882023984169585521,1,3,'{"seq":3,"at":1794837936784,"ev":"joined","by":"p2","name":"Núria"}');
INSERT INTO events VALUES(1882023984169585521,1,4,'{"seq":4,"at":1794837936833,"ev":"started","by":"p1","players":2,"goal":1}');
INSERT INTO events VALUES(1882023984169585521,1,5,'{"seq":5,"at":1794837936833,"ev":"drawn","target":"Gp","cell":"m13","left":16}');
INSERT INTO events VALUES(1882023984169585521,1,6,'{"seq":6,"at":1794837936900,"ev":"bid","by":"p1","moves":6}');
INSERT INTO events VALUES(1882023984169585521,1,7,'{"seq":7,"at":1794837936900,"ev":"hourglass","until":1794837996900,"by":"p1"}');
INSERT INTO events VALUES(1882023984169585521,1,8,'{"seq":8,"at":1794837936936,"ev":"bid","by":"p2","moves":5}');
INSERT INTO events VALUES(1882023984169585521,1,9,'{"seq":9,"at":1794837936944,"ev":"done","by":"p1","moves":6}');
INSERT INTO events VALUES(1882023984169585521,1,10,'{"seq":10,"at":1794837936962,"ev":"done","by":"p2","moves":5}');
INSERT INTO events VALUES(1882023984169585521,1,11,'{"seq":11,"at":1794837936962,"ev":"closed","order":[{"by":"p2","moves":5},{"by":"p1","moves":6}]}');
INSERT INTO events VALUES(1882023984169585521,1,12,'{"seq":12,"at":1794837936962,"ev":"turn","by":"p2","moves":5,"until":1794838056962}');
INSERT INTO events VALUES(1882023984169585521,1,13,'{"seq":13,"at":1794837936991,"ev":"moved","by":"p2","move":"RN","to":"h10","count":1}');
INSERT INTO events VALUES(1882023984169585521,1,14,'{"seq":14,"at":1794837936993,"ev":"moved","by":"p2","move":"YW","to":"a13","count":2}');
INSERT INTO events VALUES(1882023984169585521,1,15,'{"seq":15,"at":1794837937001,"ev":"moved","by":"p2","move":"YN","to":"a12","count":3}');
INSERT INTO events VALUES(1882023984169585521,1,16,'{"seq":16,"at":1794837937002,"ev":"moved","by":"p2","move":"GN","to":"a13","count":4}');
INSERT INTO events VALUES(1882023984169585521,1,17,'{"seq":17,"at":1794837937003,"ev":"moved","by":"p2","move":"GE","to":"m13","count":5}');
INSERT INTO events VALUES(1882023984169585521,1,18,'{"seq":18,"at":1794837937003,"ev":"won","by":"p2","target":"Gp","score":1}');
INSERT INTO events VALUES(1882023984169585521,1,19,'{"seq":19,"at":1794837937003,"ev":"over","winners":["p2"],"scores":{"p1":0,"p2":1}}');
INSERT INTO events VALUES(1882023984169585521,2,1,'{"seq":1,"at":1794837937004,"ev":"opened","rules":{"preset":"ricochet","claim":"exact","tie":"first","hourglass":60000,"patience":240000,"demonstration":120000,"goal":1,"silver":true,"transparent":false,"edition":"2013","barriers":"any","turns":1,"tokens":["Yg","Rp","Rm","V","Ym","Bp","Gs","Yp","Bs","Bg","Ys","Rs","Rg","Gp","Bm","Gm","Gg"]},"board":"R3-G4-B4-Y1","robots":"Rd11,Yc9,Gj12,Bg3,Sf2","seed":6477115019338958}');
INSERT INTO events VALUES(1882023984169585521,2,2,'{"seq":2,"at":1794837937004,"ev":"joined","by":"p1","name":"Ada"}');
INSERT INTO events VALUES(1882023984169585521,2,3,'{"seq":3,"at":1794837937004,"ev":"joined","by":"p2","name":"Núria"}');
INSERT INTO events VALUES(1882023984955244267,1,1,'{"seq":1,"at":1794837937312,"ev":"opened","rules":{"preset":"micro","claim":"exact","tie":"first","hourglass":60000,"patience":240000,"demonstration":120000,"goal":5,"silver":false,"transparent":false,"edition":"2013","barriers":"any","turns":1},"board":"copper-C2-A3-D3-B3","seed":5742531382109191}');
INSERT INTO events VALUES(1882023984955244267,1,2,'{"seq":2,"at":1794837937316,"ev":"joined","by":"p1","name":"Cyd"}');
INSERT INTO events VALUES(1882023984955244267,1,3,'{"seq":3,"at":1794837937361,"ev":"joined","by":"p2","name":"Dan"}');
INSERT INTO events VALUES(1882023984955244267,1,4,'{"seq":4,"at":1794837937402,"ev":"started","by":"p1","players":2,"goal":5}');
INSERT INTO events VALUES(1882023984955244267,1,5,'{"seq":5,"at":1794837937402,"ev":"drawn","by":"p1","target":"3W","cell":"f3","left":24,"start":"4B"}');
INSERT INTO events VALUES(1882023984955244267,1,6,'{"seq":6,"at":1794837937406,"ev":"bid","by":"p1","moves":3}');
INSERT INTO events VALUES(1882023984955244267,1,7,'{"seq":7,"at":1794837937406,"ev":"turn","by":"p1","moves":3,"until":1794838057406}');
INSERT INTO events VALUES(1882023985056766525,1,1,'{"seq":1,"at":1794837937409,"ev":"opened","rules":{"preset":"solo","claim":"exact","tie":"first","hourglass":60000,"patience":240000,"demonstration":0,"goal":0,"silver":false,"transparent":false,"edition":"2013","barriers":"any","turns":1,"tokens":["Rm","Rp","Gs","Yp","Bs","V","Yg","Bm","Ys","Bp","Gm","Rg","Ym","Gg","Rs","Gp","Bg"]},"board":"G4-R1-B3-Y1","robots":"Rc12,Yk5,Gh10,Bl13","seed":4026086146900504}');
INSERT INTO events VALUES(1882023985056766525,1,2,'{"seq":2,"at":1794837937420,"ev":"joined","by":"p1","name":"Eve"}');
CREATE TABLE seats (table_id INTEGER NOT NULL, player TEXT NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (table_id, player)) WITHOUT ROWID;
INSERT INTO seats VALUES(1882023984169585521,'p1',X'd04a29812118c85d573bdebf0866f1d23da395f1008b23f0880ae3fc9289df07');
INSERT INTO seats VALUES(1882023984169585521,'p2',X'eb1422c2ee049531de4193e4ed7a552121c64227435475b561c078dd8c43c5bb');
INSERT INTO seats VALUES(1882023984955244267,'p1',X'4e8714994e4cf3b680d7c2842fb853b5dcc01c08329f19c5f3f7fc9a2e056c00');
INSERT INTO seats VALUES(1882023984955244267,'p2',X'27e927212d55dc0eb4cdfda8a55d926f4ffc9c9f938e2e8af483ba74e941b5c4');
INSERT INTO seats VALUES(1882023985056766525,'p1',X'7670491667908bd3e899812ed71f83dce53a97c5c76ad646ac8e7b562ef8b1c6');
COMMIT;
PRAGMA user_version = 1;
