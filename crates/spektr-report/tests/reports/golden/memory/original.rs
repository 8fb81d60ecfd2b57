// 1,412 statements, left out of the specimen
