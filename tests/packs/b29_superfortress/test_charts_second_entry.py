"""Compare the charts with a second entry, typed from the booklet and not from the data files.

Every chart is here with at least a third of its rows, most with all, and with all its modifiers.
A line is `total: result`, or `total: result | result` by column in the chart's order.
`5-7`, `3,9` and `-2..0` stand for each of their totals, anything else is a label.
`->7-9` goes on to that table, `[port]` in a column, `x2` twice, `+id` with a modifier.
`engine:2` is an effect with its arguments in the order of their names; `&` joins what all happens.
"""

import re
from pathlib import Path

import pytest

from tabletop_core.tables import Effect, Reference, RollResult, Several, load_tables

FOLDER = Path(__file__).parents[3] / "packs" / "b29_superfortress" / "data" / "tables"

ROWS = {
    "2-1": """
        2: target:Iwo Jima,airfield
        3: target:Nagoya,urban_area
        4: target:Akashi,aircraft_factory
        5: target:Nagoya,aircraft_factory
        6: target:Nagoya,aircraft_factory
        7: target:Tokyo,aircraft_factory
        9: target:Tokyo,aircraft_factory
        10: target:Ota,aircraft_factory
        11: target:Kobe,urban_area
        12: target:Okinawa,airfield
        """,
    "2-2A": """
        2: urban_area & ->2-2C | urban_area & ->2-2C
        4: airfield & ->2-2D | urban_area & ->2-2C
        5: airfield & ->2-2D | urban_area & ->2-2C
        7: aircraft_factory & ->2-2E | urban_area & ->2-2C
        8: urban_area & ->2-2C | urban_area & ->2-2C
        9: airfield & ->2-2D | urban_area & ->2-2C
        10: aircraft_factory & ->2-2E | urban_area & ->2-2C
        11: urban_area & ->2-2C | urban_area & ->2-2C
        12: urban_area & ->2-2C | aircraft_factory & ->2-2E
        """,
    "2-2A.time": """
        2-6: night
        7-12: day
        """,
    "2-2B": """
        urban_area: ->2-2B.urban
        airfield: ->2-2B.other
        aircraft_factory: ->2-2B.other
        night: lo
        """,
    "2-2B.urban": """
        1: hi
        2-5: med
        6: lo
        """,
    "2-2B.other": """
        2: lo
        3: med
        4: hi
        5-12: med
        """,
    "2-2C": """
        2: Yawata
        3: Nagoya
        4: Yokohama
        5: Kobe
        6: Tokyo
        7: Nagoya
        8: Tokyo
        9: Osaka
        10: Osaka
        11: Kawasaki
        12: Amagasaki
        """,
    "2-2D": """
        11: Kanoya
        15: Kanoya
        16: Kanoya
        21: Kokubu
        23: Kokubu
        24: Miyazaki
        26: Miyazaki
        31: Miyakonojo
        33: Miyakonojo
        34: Kanoya East
        36: Kanoya East
        41: Izumi
        42: Izumi
        43: Kushira
        44: Kushira
        45: Nittagahara
        46: Usa
        51: Saeki
        52: Matsuyama
        53: Tomitaka
        54: Ibusuki
        55: Tachiarai
        56: Tachiarai
        61: Tachiarai
        62: Oita
        65: Oita
        66: Chiran
        """,
    "2-2E": """
        11: Handa
        12: Osaka
        13: Eitoku
        14: Eitoku
        15: Akashi
        16: Akashi
        21: Akashi
        22: Koriyama
        23: Tokyo
        26: Tokyo
        31: Tokyo
        33: Tokyo
        34: Nagoya
        36: Nagoya
        41: Nagoya
        43: Nagoya
        44: Omura
        46: Omura
        51: Kagamigahara
        53: Kagamigahara
        54: Shizuoka
        55: Kure
        56: Narao
        61: Ogikubu
        62: Omiya
        63: Tomioka
        64: Chiba
        65: Himeji
        66: Mizushima
        """,
    "2-3": """
        1-3: ->2-3.1
        4-6: ->2-3.2
        """,
    "2-3.1": """
        11: Niigata
        13: Yokkaichii
        15: Fukuoka
        22: Sasebo
        24: Nobeoka
        26: Kumamato
        32: Shimonoseki
        34: Kochi
        36: Tokushima
        41: Chiba
        43: Shimizu
        45: Sendai
        52: Gifu
        54: Ichinomiya
        56: Uwajima
        61: Namazu
        63: Kuwana
        65: Fukui
        66: Kokura
        """,
    "2-3.2": """
        11: Hiroshima
        14: Tokuyama
        16: Tsu
        21: Aomori
        23: Uji-Yamada
        26: Hachioji
        31: Toyama
        33: Mito
        36: Nishinomiya
        41: Mikage
        44: Kumagaya
        46: Choshi
        51: Kagoshima
        53: Kushikino
        56: Kudamatsu
        61: Oshima
        63: Kumamato
        65: Nagasaki
        66: Kyoto
        """,
    "2-4": """
        2: lead | lead
        3: middle | lead
        4: middle | middle
        10: middle | middle
        11: tail | tail
        12: tail | tail
        """,
    "2-5": """
        1-2: high
        3-4: middle
        5-6: low
        """,
    "2-6": """
        -1..2: none
        3: light
        4: moderate
        5: heavy
        6-8: heavy
        """,
    "2-7": """
        0: gunners:none,none
        1: gunners:tail,none
        2: gunners:tail,tail
        3: gunners:all,tail
        4: gunners:all,tail_and_lower_if_low
        5: gunners:all,all
        6-7: gunners:all,all
        """,
    "2-8": """
        -3..7: no_escort
        8-13: escort
        """,
    "2-9": """
        1-3: first_code
        4-6: second_code
        """,
    "3-1": """
        night: ->3-1.night
        day: ->3-1.day
        iwo_jima: times_of_day:none,none,none,day,day
        """,
    "3-1.night": """
        1-3: times_of_day:3-14,4-14,4-14,day,day
        4-6: times_of_day:1-14,7-14,1-14,day,night
        """,
    "3-1.day": """
        -1..2: times_of_day:1-2,1-3,1-3,night,night
        3-4: times_of_day:none,1-6,none,night,day
        5-6: times_of_day:1-3,none,1-5,day,night
        """,
    "3-2": """
        2: ->3-3 | ->3-3
        3-11: take_off | take_off
        12: take_off | ->3-2.12
        """,
    "3-2.12": """
        2-8: take_off
        9-10: ->3-5
        11-13: all_killed:collision
        """,
    "3-3": """
        1: fire_in_run_up & ->3-3.engine & ->3-3.1
        2: odd_power_readings & ->3-3.2
        3: engine_fails & ->3-3.engine & ->3-3.3
        4: propeller_runs_away & ->3-3.engine & ->3-3.4
        5: fire_after_take_off & ->3-3.engine & ->3-3.5
        6: false_alarm & take_off
        """,
    "3-3.engine": """
        2,3,7: engine:1
        4,10,11: engine:2
        5,6,12: engine:3
        8,9: engine:4
        """,
    "3-3.1": """
        1: mission_scrubbed:repairable
        2-6: ->3-3.1.again
        """,
    "3-3.1.left": """
        1-4: mission_scrubbed:repairable
        5-6: mission_scrubbed:written_off
        """,
    "3-3.2": """
        1-3: ->3-3.2.stop
        4-6: ->3-3.2.go
        """,
    "3-3.2.stop": """
        1-5: mission_scrubbed:sound
        6: brakes_fail & ->3-5
        """,
    "3-3.2.go": """
        1-4: take_off
        5-6: ->3-5+not_enough_lift
        """,
    "3-3.3": """
        1-2: engine_out & land:8-1
        3-4: engine_out & ditch:8-3
        5-6: ->3-5+not_enough_lift
        """,
    "3-3.4": """
        1-4: engine_out & land:8-1
        5: land:8-1
        6: windmilling_prop:False & land:8-1
        """,
    "3-3.5": """
        1: engine_out & land:8-1
        2-6: ->3-3.5.again
        """,
    "3-3.5.crash": """
        1-3: engine_out & land:8-1
        4-5: engine_out & ditch:8-3
        6: all_killed:explosion
        """,
    "3-3.b": """
        1-3: bombs_gone
        4-6: bombs_aboard
        """,
    "3-4": """
        2-4: wound:killed
        5-6: wound:sent_home
        7-9: wound:light
        10-12: unhurt
        """,
    "3-5": """
        1-4: all_killed:explosion
        5-7: mission_scrubbed:written_off & each_crewman:3-4
        8-9: mission_scrubbed:written_off
        10-12: mission_scrubbed:repairable
        """,
    "4-1": """
        -2..3: out_of_fuel
        4-8: enters_zone
        """,
    "4-2": """
        1-2: good & jet_stream
        3-8: good
        9: poor
        10: poor & jet_stream
        11: bad & ->4-3 & jet_stream
        12-14: bad & ->4-3
        """,
    "4-3": """
        0-4: safe
        5: formation_disrupted & ->4-3.near
        6: formation_disrupted & ->4-3.near & ->7-9 & ->7-5[port] & ->7-5[starboard]
        7: formation_disrupted & ->4-3.near & ->7-9 & ->7-5[port] & ->7-5[starboard] \
            & nth_hit:7-10.11
        """,
    "4-3.near": """
        2-11: clear
        12-15: ->4-3.collision
        """,
    "4-3.collision": """
        2-8: close_call
        9-10: shallow_dive
        11: steep_dive & ->4-3.wing x2
        12: bail_out:collision,8-5
        """,
    "4-3.wing": """
        1-5: wing_holds
        6: bail_out:wing_lost,8-5
        """,
    "4-4": """
        -6..3: no_observation
        4-11: ->4-4.note
        """,
    "4-4.note": """
        -1..1: pilotage_wrong
        2-8: pilotage_right
        """,
    "4-5": """
        -6..2: dead_reckoning_wrong
        3-8: dead_reckoning_right
        """,
    "4-6": """
        -3..3: no_observation
        4-9: ->4-6.note
        """,
    "4-6.note": """
        0-1: celestial_wrong
        2-6: celestial_right
        """,
    "4-7": """
        -5..3: no_signal
        4-10: radio_right
        """,
    "4-7.note": """
        1-5: no_station
        6: radio_compass
        """,
    "4-8": """
        -5..2: off_course
        3-13: on_course
        """,
    "4-9": """
        2: only_if:at_hi & windows_frosted
        3: only_if:at_hi & radar_out & may_abort:radar
        4: fuel_pump_out
        5: oil_tank_fails & ->3-3.engine & ->4-9.d
        6: engine_trouble & ->3-3.engine & ->4-9.e
        7: only_if:inbound & ->4-9.f
        8: ->4-9.8
        9: only_if:before_bomb_run & ->4-9.g
        10: only_if:bombs_aboard & bomb_release_out:both
        11: brakes_weak
        12: only_if:at_hi & only_if:blisters_sound & ->4-9.j & ->7-11 \
            & pressure_compromised:waist & may_abort
        """,
    "4-9.8": """
        1-3: ->7-9
        4-6: ->7-10
        """,
    "4-9.a": """
        2-11: clear
        12-15: ->4-3.collision
        """,
    "4-9.c": """
        1-4: auxiliary_fuel_flows
        5-6: no_auxiliary_fuel_this_turn
        """,
    "4-9.d": """
        1-4: engine_out & may_abort
        5-7: windmilling_prop & ->7-5.j
        """,
    "4-9.e": """
        1-3: engine_recovers
        4-5: only_if:above_lo & engine_weak & may_abort
        6-8: ->4-9.e.6
        """,
    "4-9.e.6": """
        0-1: ->7-5.fire
        2-6: ->4-9.e.b
        """,
    "4-9.e.b": """
        1-4: engine_out & may_abort
        5-6: windmilling_prop & ->7-5.j
        """,
    "4-9.f": """
        0-2: ->4-9.f.more
        3-7: ->4-9.f.less
        """,
    "4-9.f.more": """
        1: regain_fuel:1
        2: regain_fuel:2
        3: regain_fuel:3
        """,
    "4-9.f.less": """
        1: lose_fuel:1
        3: lose_fuel:3
        """,
    "4-9.g": """
        1-3: ->4-9.g.forward
        4-6: ->4-9.g.aft
        """,
    "4-9.g.forward": """
        1-3: doors_jammed:forward,shut
        4-6: doors_jammed:forward,open
        """,
    "4-9.g.aft": """
        1-3: doors_jammed:aft,shut
        4-6: doors_jammed:aft,open
        """,
    "4-9.h": """
        1-2: bombs_gone & off_target
        3-6: bombs_hang
        """,
    "4-9.j": """
        1-2: roll_wound:left_gunner
        3-4: roll_wound:right_gunner
        5-6: roll_wound:cfc
        """,
    "4-10": """
        2: uneventful | difficult_assembly & ->4-10.fuel | difficult_assembly & ->4-10.fuel
        3: ->4-10.3 | ->4-10.3 | ->4-10.3
        4: difficult_assembly & ->4-10.fuel | difficult_assembly & ->4-10.fuel \
            | difficult_assembly & ->4-10.fuel
        5: uneventful | uneventful | uneventful
        7: tight_formation | uneventful | uneventful
        9: uneventful | uneventful | uneventful
        10: only_if:after_mission_10 & lose_fuel:1 | only_if:after_mission_10 & lose_fuel:1 \
            | only_if:after_mission_10 & lose_fuel:1
        11: uneventful | uneventful | difficult_assembly & ->4-10.fuel
        12: ->4-10.12 | ->4-10.12 | ->4-10.12
        """,
    "4-10.fuel": """
        1-3: lose_fuel:1
        4-6: none
        """,
    "4-10.3": """
        1-3: position:lead
        4-6: position:tail
        """,
    "4-10.12": """
        2-11: close_call
        12-15: bail_out:collision,8-5
        """,
    "4-11": """
        -3..1: missed | missed | missed
        2: missed | missed | p51
        3: missed | p38 | p51
        4: f6f | p38 | p51
        5: f6f | p38 | p51
        6: f6f | p38 | p51
        """,
    "5-1": """
        -4..3: none
        4-6: light
        7-9: moderate
        10-18: heavy
        """,
    "5-2": """
        1: again
        2-3: nick
        4: tony
        5-6: zeke
        7: frank
        8: tojo
        9: oscar
        10-12: george
        13: no_combat
        """,
    "5-3": """
        2: look_up:5-3.a & roll_on:5-3
        3: ->5-3.3
        4: 3 & ->5-4
        5: ->5-3.5
        6: 12 & ->5-4+from_front
        7: 1:30 & ->5-4+from_front
        8: 10:30 & ->5-4+from_front
        9: 6 & ->5-4+from_rear
        10: 9 & ->5-4
        11: 6 & ->5-4+from_rear
        12: look_up:5-3.h & roll_on:5-3
        """,
    "5-3.a": """
        low: extra_fighter:climb,frank | extra_fighter:climb,frank | extra_fighter:climb,frank
        middle: none | none | none
        high: extra_fighter:dive,frank | extra_fighter:dive,frank | none
        out_of_formation: extra_fighter:dive,frank | extra_fighter:dive,frank | none
        """,
    "5-3.3": """
        1: only_if:no_combat,from_mission_15 & baka
        2-3: ramming & roll_on:5-3
        4: only_if:no_combat,in_formation & ->5-3.d
        5-6: only_if:no_combat,in_formation & ->5-3.e
        """,
    "5-3.5": """
        1: coordinated_attack:1
        2: coordinated_attack:2
        4: coordinated_attack:4
        6: coordinated_attack:6
        """,
    "5-3.b": """
        1-2: jam | jam
        3: miss | jam
        4-10: miss | miss
        11-12: ->5-3.b.damage | ->5-3.b.damage
        """,
    "5-3.b.damage": """
        2-6: no_effect
        7-12: destroyed & ->5-3.b.blast
        """,
    "5-3.b.blast": """
        1-4: hits:2,port_wing & hits:2,starboard_wing & hits:3,tail
        5-6: superficial
        """,
    "5-3.b.impact": """
        1-10: miss
        11-12: all_killed:baka
        """,
    "5-3.c": """
        1-10: no_collision
        11-13: mid_air
        """,
    "5-3.d": """
        1: ->6-3[medium] x2
        2-6: ->6-3[light] x2
        """,
    "5-3.e": """
        1-2: ->6-3[medium] x2
        3-6: ->6-3[light] x2
        """,
    "5-3.f": """
        1-5: no_hits
        6: hits_rolled:5-3.f.where,1d6
        """,
    "5-3.f.where": """
        12: nose
        11: utility
        10: tail
        9: aft_bomb_bay
        8: port_wing
        7: superficial
        6: starboard_wing
        5: fwd_bomb_bay
        4: waist
        3: nav_radio
        2: nose
        """,
    "5-3.h": """
        lead: extra_fighter:12,tony & ->5-4+from_front
        tail: extra_fighter:6,frank & ->5-4+from_rear
        out_of_formation: extra_fighter:12,tony & ->5-4+from_front \
            & extra_fighter:6,frank & ->5-4+from_rear
        middle: ->5-3.h.casualties
        """,
    "5-3.h.casualties": """
        1-2: position:lead
        3-4: position:tail
        5-6: none
        """,
    "5-4": """
        0-2: low
        3-4: level
        5-7: high
        """,
    "5-5": """
        2-7: green
        8-11: average
        12-13: ace
        """,
    "5-6": """
        12_high: ->5-6.bombardier_2 | ->5-6.bombardier_3 | none | none | none | none
        12_level: ->5-6.bombardier_2 | none | ->5-6.bombardier_3 | none | none | none
        12_low: none | none | ->5-6.bombardier_2 | ->5-6.bombardier_3 | none | none
        1:30_high: ->5-6.bombardier_right | ->5-6.bombardier_right | none | none | none | none
        1:30_level: ->5-6.bombardier_2 | none | ->5-6.bombardier_3 | none | none | none
        1:30_low: none | none | ->5-6.bombardier_right | ->5-6.bombardier_right | none | none
        10:30_high: ->5-6.bombardier_left | ->5-6.bombardier_left | none | none | none | none
        10:30_level: ->5-6.bombardier_2 | none | ->5-6.bombardier_3 | none | none | none
        10:30_low: none | none | ->5-6.bombardier_left | ->5-6.bombardier_left | none | none
        3_high: cfc_or_right_gunner | cfc_or_right_gunner | none | none | none | none
        3_level: cfc_or_right_gunner | cfc_or_right_gunner | cfc_or_right_gunner \
            | cfc_or_right_gunner | none | none
        3_low: none | none | cfc_or_right_gunner | cfc_or_right_gunner | none | none
        9_high: cfc_or_left_gunner | cfc_or_left_gunner | none | none | none | none
        9_level: cfc_or_left_gunner | cfc_or_left_gunner | cfc_or_left_gunner \
            | cfc_or_left_gunner | none | none
        9_low: none | none | cfc_or_left_gunner | cfc_or_left_gunner | none | none
        6_high: cfc | cfc | none | none | ->5-6.tail | tail_gunner
        6_level: none | none | none | cfc | ->5-6.tail | tail_gunner
        6_low: none | none | cfc | cfc | ->5-6.tail | tail_gunner
        dive: cfc | cfc | none | none | none | none
        climb: none | none | cfc | cfc | none | none
        """,
    "5-6.bombardier_2": """
        1-2: bombardier
        3-6: cfc
        """,
    "5-6.bombardier_3": """
        1-3: bombardier
        4-6: cfc
        """,
    "5-6.bombardier_right": """
        1-2: bombardier
        3-6: cfc_or_right_gunner
        """,
    "5-6.bombardier_left": """
        1-2: bombardier
        3-6: cfc_or_left_gunner
        """,
    "5-6.tail": """
        1-4: tail_gunner
        5-6: cfc
        """,
    "5-7": """
        -6..1: miss | miss
        2: jam | jam
        3: miss | jam
        4-9: miss | miss
        10-17: hit | hit
        """,
    "5-7.a": """
        1-2: fixed
        3-5: still_jammed
        6: broken
        """,
    "5-8": """
        1-6: damaged | damaged | damaged | damaged | damaged | damaged | damaged | damaged
        7: damaged | damaged | destroyed | damaged | damaged | destroyed | damaged | damaged
        8: damaged | damaged | damaged | damaged | destroyed | destroyed | destroyed | destroyed
        9: destroyed | destroyed | destroyed | destroyed | damaged | damaged | damaged | damaged
        10-16: destroyed | destroyed | destroyed | destroyed \
            | destroyed | destroyed | destroyed | destroyed
        """,
    "5-9": """
        6: miss | miss | miss | miss | miss
        7: miss | miss | hit | miss | hit
        8: miss | hit | hit | miss | hit
        9: hit | hit | hit | hit | hit
        """,
    "5-10": """
        2: 3 | 3 | 5 | 3 | 3
        3: 2 | 3 | 4 | 3 | 3
        4: 2 | 2 | 3 | 2 | 2
        6: 1 | 2 | 2 | 1 | 1
        7: 1 | 1 | 2 | 1 | 1
        8: 1 | 2 | 2 | 1 | 1
        9: 2 | 2 | 3 | 2 | 2
        11: 2 | 3 | 4 | 3 | 3
        12: 3 | 3 | 5 | 3 | 3
        """,
    "5-11.a": """
        0-3: port_wing
        4-7: starboard_wing
        """,
    "5-11.b": """
        4-6: aft_bomb_bay
        1-3: fwd_bomb_bay
        """,
    "5-11.c": """
        1-3: nose
        4-6: nav_radio
        """,
    "5-11.walk": """
        walk_fuselage: tail & utility & waist & aft_bomb_bay & fwd_bomb_bay & nav_radio & nose
        walk_wings: port_wing & port_wing & starboard_wing & starboard_wing
        walk_level: tail & utility & waist & attacking_side_wing & nav_radio & nose
        """,
    "5-12": """
        1: 2 | 2 | 0 | 1 | 1 | 1 | 0 | 2
        2: 2 | 2 | ->5-12.b | 1 | 1 | 1 | 1 | 2
        3: 2 | 2 | 1 | 1 | 1 | 1 | 2 | 2
        4: 2 | 2 | 2 | 2 | 1 | 1 | 2 | 2
        5: 3 | 2 | 2 | 2 | 1 | 1 | 2 | 2
        6: 3 | 2 | 2 | 2 | 1 | 1 | 2 | 2
        """,
    "5-12.b": """
        1-3: 0
        4-6: 1
        """,
    "5-13": """
        2: climb | climb
        3: climb | 6
        4: 6_low | 9
        5: 10:30_low | 12
        6: 9_low | 1:30
        7: 6_low | 12
        8: 3_low | 10:30
        9: 1:30_low | 12
        10: 6_low | 3
        11: 9_low | 9
        12: 3_low | 3
        """,
    "5-13.star": """
        frank: high
        tojo: high
        nick: low
        tony: low
        zeke: low
        oscar: low
        george: low
        """,
    "5-14": """
        -1..10: none
        11-13: searchlight
        """,
    "5-14.b": """
        2: ->5-14.b.jam
        3-11: no_effect
        12: searchlight_off
        """,
    "5-14.b.jam": """
        1-3: gun_jams:forward_lower
        4-6: gun_jams:aft_lower
        """,
    "5-15": """
        1-8: no_combat
        9: no_combat & only_if:any_gunners_armed & ->5-15.a
        10: nick
        11: irving
        12: nick
        13-14: only_if:no_combat,from_mission_15 & ->5-15.b
        """,
    "5-15.a": """
        1-5: no_hits
        6-7: hits_rolled:5-3.f.where,1d6
        """,
    "5-15.b": """
        1-3: baka
        4-6: ->5-15.d
        """,
    "5-15.d": """
        1: coordinated_attack:1,irving
        2: coordinated_attack:2,irving
        3: coordinated_attack:3,irving
        """,
    "6-1": """
        -2..1: target_obscured
        2-3: target_mostly_obscured
        4-5: target_slightly_obscured
        6-9: target_clear
        """,
    "6-2": """
        -5..1: none
        2-4: light & ->6-3[light] x3
        5-6: medium & ->6-3[medium] x3
        7-10: heavy & ->6-3[heavy] x3
        """,
    "6-3": """
        2: hit | hit | hit
        3: miss | hit | hit
        4: miss | miss | miss
        5: miss | miss | hit
        6: miss | miss | miss
        7: miss | hit | hit
        8: miss | miss | miss
        9: miss | miss | hit
        10: miss | miss | miss
        11: miss | hit | hit
        12: hit | hit | hit
        """,
    "6-4": """
        2: burst_inside:6-5
        3: 1
        4: 4
        5: 3
        6: 2
        7: 1
        8: 2
        9: 3
        10: 4
        11: 5
        12: 4
        """,
    "6-5": """
        12: nose
        11: utility
        10: tail
        9: aft_bomb_bay
        8: port_wing
        7: superficial
        6: starboard_wing
        5: fwd_bomb_bay
        4: waist
        3: nav_radio
        2: nose
        """,
    "6-5.damage": """
        nose: ->7-1
        nav_radio: ->7-2
        fwd_bomb_bay: ->7-3
        aft_bomb_bay: ->7-4
        port_wing: ->7-5[port]
        starboard_wing: ->7-5[starboard]
        waist: ->7-6
        utility: ->7-7
        tail: ->7-8
        """,
    "6-6": """
        -9..2: off_target
        3-9: on_target
        """,
    "6-7": """
        2: ->6-7.a | ->6-7.a | ->6-7.c
        3: 60 | 60 | 5
        4: 50 | 50 | 0
        5: 40 | 40 | 0
        6: 30 | 30 | 0
        7: 20 | 40 | 0
        8: 30 | 60 | 0
        9: 40 | 80 | 0
        10: 50 | 100 | 0
        11: ->6-7.a | ->6-7.a.urban | 1d6
        12: 2d6+88 | 2d6+88 | 2d6
        """,
    "6-7.a": """
        1: 3d6
        3: 3d6*3
        6: 3d6*6
        """,
    "6-7.a.urban": """
        1: 3d6*2
        4: 3d6*8
        6: 3d6*12
        """,
    "6-7.c": """
        2-6: 0
        7: 3
        9: 9
        10: 12
        12: 18
        """,
    "6-8": """
        -1..2: severe & ->6-9
        3-9: moderate
        """,
    "6-9": """
        2-6: safe
        7: ->7-5[port] & ->7-5[starboard]
        8: wing_root_hit:1,both
        9: wing_root_hit:1,both & each_crewman:6-9.crew
        10: ->6-9.10
        11: ->6-9.11
        12: ->6-9.12
        """,
    "6-9.crew": """
        1-5: unhurt
        6: ->7-13+turbulence
        """,
    "6-9.10": """
        1-10: clear
        11-13: bail_out:collision,8-5
        """,
    "6-9.11": """
        1-5: bombs_fall_clear
        6: all_killed:explosion
        """,
    "6-9.12": """
        1-4: all_killed:crash
        5-6: only_if:all_killed,electrics_work & wing_root_hit:2,both & each_crewman:6-9.crew
        """,
    "7-1": """
        2: ->7-1.2 & ->7-1.b
        3: gunsight_out:bombardier & ->7-1.b
        4: ->7-1.4
        5: reservoir_hit:nose & ->7-1.5 & ->7-1.b & only_if:over_target & ->7-1.a
        6: ->7-1.6 & ->7-1.b
        7: superficial
        8: nth_hit:7-1.8
        9: ->7-9 & ->7-1.b
        10: bombsight_out & ->7-1.b & only_if:over_target & ->7-1.a
        11: superficial
        12: radio_compass_out & ->7-1.b
        """,
    "7-1.2": """
        1: oxygen_out:pilot+copilot
        2: oxygen_out:pilot
        3: oxygen_out:copilot
        4-5: oxygen_out:bombardier
        6: section_fire:nose & oxygen_out:nose
        """,
    "7-1.5": """
        1-3: section_fire:nose
        4-6: no_fire
        """,
    "7-1.6": """
        1: roll_wound:pilot+copilot
        2: roll_wound:pilot
        3: roll_wound:copilot
        4: roll_wound:bombardier
        5: roll_wound:pilot+copilot+bombardier
        6: roll_wound:bombardier & ->7-1.6.pilot
        """,
    "7-1.6.pilot": """
        1-3: roll_wound:pilot
        4-6: roll_wound:copilot
        """,
    "7-1.8": """
        1: none
        2: windshield_out & pressure_compromised:nose+nav_radio & only_if:pressurised & ->7-11
        3-4: ->7-1.6 & ->7-1.b
        """,
    "7-1.a": """
        1-4: none
        5-6: roll_wound:bombardier
        """,
    "7-1.b": """
        1-5: none
        6: pressure_compromised:nose+nav_radio & only_if:pressurised & ->7-1.b.6
        """,
    "7-1.b.6": """
        1-5: none
        6: ->7-11
        """,
    "7-1.c": """
        1-2: extended
        3-6: stuck
        """,
    "7-1.d": """
        1-2: raised
        3-6: stuck
        """,
    "7-2": """
        2: ->7-2.2 & ->7-1.b
        3: reservoir_hit:nav_radio & ->7-1.b & ->7-2.3
        4: ->7-10 & ->7-1.b
        5: radio_out
        6: ->7-2.6 & ->7-1.b
        7: superficial
        8: ->7-2.8
        9: intercom_out & may_abort & ->7-1.b
        10: ->7-2.10 & ->7-1.b
        11: superficial
        12: extinguisher_lost:nav_radio & ->7-1.b
        """,
    "7-2.2": """
        1: oxygen_out:flight_engineer
        2: oxygen_out:navigator
        3: oxygen_out:radio_operator
        4: section_fire:nav_radio & oxygen_out:nose+nav_radio
        5-6: ->7-2.2.again
        """,
    "7-2.2.again": """
        1-2: oxygen_out:flight_engineer
        3-4: oxygen_out:navigator
        5-6: oxygen_out:radio_operator
        """,
    "7-2.3": """
        1-3: section_fire:nav_radio
        4-6: no_fire
        """,
    "7-2.6": """
        1-2: roll_wound:flight_engineer
        3-4: roll_wound:navigator
        5-6: roll_wound:radio_operator
        """,
    "7-2.8": """
        1-3: gun_out:forward_upper
        4-6: gun_out:forward_lower
        """,
    "7-2.10": """
        1-3: navigator_tools_out
        4-6: loran_out
        """,
    "7-3": """
        2: nth_hit:7-3.2
        3: only_if:centre_tank_sound & ->7-3.3
        4: raft_hit:forward
        5: look_up:7-3.5
        6: look_up:7-3.5
        7: superficial
        8: only_if:before_bomb_run & ->7-3.8
        9: ->7-3.9
        10: bomb_release_out:forward
        11: superficial
        12: radio_compass_out
        """,
    "7-3.2": """
        1: none
        2-3: ->7-3.2.roll
        """,
    "7-3.2.roll": """
        1-4: none
        5-6: pressure_lost:all
        """,
    "7-3.3": """
        1: ->7-3.a
        2-3: ->7-3.b
        4-6: self_seals
        """,
    "7-3.5": """
        tank: ->7-3.5.which
        no_tank: only_if:bombs_in_bay & ->7-3.c
        """,
    "7-3.5.which": """
        1-3: only_if:bombs_in_bay & ->7-3.c
        4-6: only_if:fuel_in_bay_tank & ->7-3.d
        """,
    "7-3.8": """
        1-2: doors_jammed:shut
        3-4: doors_jammed:open
        5-6: superficial
        """,
    "7-3.9": """
        1-5: none
        6: pressure_compromised:tunnel
        """,
    "7-3.a": """
        1-4: bail_out:fire,8-4
        5-6: look_up:7-3.a.blast
        """,
    "7-3.a.blast": """
        bombs_aboard: all_killed:explosion
        bombs_gone: bail_out:explosion,8-5
        """,
    "7-3.b": """
        0: none
        1: lose_fuel:1
        3: lose_fuel:3
        4: lose_fuel:4
        """,
    "7-3.c": """
        1-4: none
        5-6: all_killed:explosion
        """,
    "7-3.d": """
        1-4: bay_tank_leaks
        5-6: ->7-3.a
        """,
    "7-3.e.pilot": """
        1-2: opened
        3-6: jammed
        """,
    "7-3.e.motor": """
        1-3: moved
        4: motor_burnt
        5-6: jammed
        """,
    "7-3.f": """
        1-2: bombs_gone
        3-6: bombs_hang
        """,
    "7-3.f.jettison": """
        0-2: jettisoned
        3-6: stuck
        """,
    "7-4": """
        2: nth_hit:7-3.2
        3: only_if:centre_tank_sound & ->7-3.3
        4: raft_hit:aft
        5: look_up:7-3.5
        6: look_up:7-3.5
        7: superficial
        8: only_if:before_bomb_run & ->7-3.8
        9: ->7-3.9
        10: bomb_release_out:aft
        11: superficial
        12: look_up:7-4.g
        """,
    "7-4.g": """
        both_work: fuel_pump_out
        one_failed: ->7-4.g.which
        one_hit: fuel_pump_out
        both_out: none
        """,
    "7-4.g.which": """
        1-3: none
        4-6: fuel_pump_out
        """,
    "7-5": """
        2: gyro_compass_out | none
        3: wing_root_hit:1,port | wing_root_hit:1,starboard
        4: nth_hit:7-3.2 | nth_hit:7-3.2
        5: ->7-5.5 | ->7-5.5
        6: ->7-5.6 | ->7-5.6
        7-8: superficial | superficial
        9: ->7-5.9 | ->7-5.9
        10: ->7-5.10[port] & ->7-5.10.hit | ->7-5.10[starboard] & ->7-5.10.hit
        11: wing_root_hit:1,port | wing_root_hit:1,starboard
        12: ->7-5.12 | ->7-5.12
        """,
    "7-5.5": """
        1-3: flap_out
        4-6: none
        """,
    "7-5.6": """
        1-3: aileron_out
        4-6: none
        """,
    "7-5.9": """
        1-3: tank:outboard & ->7-5.9.hit
        4-6: tank:inboard & ->7-5.9.hit
        """,
    "7-5.9.hit": """
        1: ->7-5.d
        2-3: ->7-5.e
        4-6: self_seals
        """,
    "7-5.10": """
        1-3: engine:1 | engine:3
        4-6: engine:2 | engine:4
        """,
    "7-5.10.hit": """
        1-2: superficial
        3-4: ->7-5.f
        5: ->7-5.g
        6: ->7-5.h
        """,
    "7-5.12": """
        1-2: brakes_weak
        3-5: main_gear:stuck_up
        6: main_gear:dropped
        """,
    "7-5.d": """
        1: bail_out:explosion,8-5
        2-6: tank_fire:7-5.d.dive,7-5.d.wing
        """,
    "7-5.d.wing": """
        -2..0: bail_out:wing_lost,8-5
        1-6: wing_holds
        """,
    "7-5.d.dive": """
        0-1: fire_out & dived_to_lo & ->7-5.e
        2-4: bail_out:fire,8-4
        5-6: bail_out:fire,8-5
        """,
    "7-5.e": """
        -1..0: none
        1: lose_fuel:1
        4: lose_fuel:4
        6: lose_fuel:6
        """,
    "7-5.f": """
        1-4: engine_out & may_abort
        5-6: engine_out & propeller_drags
        """,
    "7-5.g": """
        1-4: engine_out & may_abort
        5-6: runaway_prop
        """,
    "7-5.h": """
        1-2: ->7-5.fire
        3-4: ->7-5.h.leak
        5-6: self_seals
        """,
    "7-5.h.leak": """
        1-2: oil_leak:7-5.i,1
        3-4: oil_leak:7-5.i,2
        5-6: oil_leak:7-5.i,3
        """,
    "7-5.fire": """
        1: fire_out & must_abort
        2-6: ->7-5.fire.again
        """,
    "7-5.fire.again": """
        1: fire_out & must_abort
        2-6: engine_fire:7-5.p.dive,7-5.p,7-5.d.wing
        """,
    "7-5.i": """
        1-4: engine_out & may_abort
        5-7: windmilling_prop & ->7-5.j
        """,
    "7-5.j": """
        1-5: must_abort
        6: ->7-5.fire
        """,
    "7-5.k": """
        1-5: windmills_on
        6: runaway_prop & ->7-5.j
        """,
    "7-5.l": """
        1: windmilling_prop
        2-3: runs_on
        4: wing_root_hit:1,engine_side
        5-6: engine_destroyed & ->7-5.m
        """,
    "7-5.m": """
        -2..1: bail_out:out_of_control,8-5
        2-6: look_up:7-5.m.debris
        """,
    "7-5.m.debris": """
        outboard: ->7-5.m.outboard
        inboard: ->7-5.m.inboard
        """,
    "7-5.m.outboard": """
        1-4: superficial
        5: engine_beside & ->7-5.10.hit
        6: engine_beside & ->7-5.10.hit & wing_root_hit:1,engine_side & hits:1d6,nav_radio
        """,
    "7-5.m.inboard": """
        1-2: superficial
        3-4: engine_beside & ->7-5.10.hit
        5-6: wing_root_hit:1,engine_side & hits:1d6,nav_radio
        """,
    "7-5.n": """
        1-2: lowered
        3-6: stuck
        """,
    "7-5.o": """
        1-2: raised
        3-6: stuck
        """,
    "7-5.p": """
        1-2: fire_burns_on & engine_out
        3-4: bail_out:fire,8-4
        5: bail_out:fire,8-5
        6: all_killed:explosion
        """,
    "7-5.p.dive": """
        0-1: fire_out & dived_to_lo & engine_out
        2: fire_burns_on & dived_to_lo & engine_out
        3-4: bail_out:fire,8-4
        5-6: bail_out:fire,8-5
        """,
    "7-6": """
        3: gunsight_out:cfc & ->7-6.pressure
        4: nth_hit:7-3.2
        5: nth_hit:7-6.5 & ->7-6.pressure
        7: superficial
        8: radar_out
        9: gun_out:aft_upper
        10: roll_wound:left_gunner+right_gunner
        11: superficial
        """,
    "7-6.2": """
        1: oxygen_out:cfc
        4: oxygen_out:radar_operator
        5: none
        6: section_fire:waist & oxygen_out:waist
        """,
    "7-6.6": """
        1-2: roll_wound:cfc
        4: roll_wound:right_gunner
        5-6: roll_wound:radar_operator
        """,
    "7-7": """
        2: nth_hit:7-7.2
        3: feed_tray_hit
        4: superficial
        5: only_if:tail_ammunition_left & lose_ammunition:2d6,tail_turret & hits:1d6//2,utility
        6: nth_hit:7-7.6
        7: superficial
        8: generator_out
        9: gun_out:aft_lower
        10: nth_hit:7-7.10
        11: superficial
        12: extinguisher_lost:utility
        """,
    "7-7.2": """
        1: none
        2: ->7-7.2.roll
        """,
    "7-7.2.roll": """
        1-4: none
        5-6: pressure_lost:tail
        """,
    "7-7.6": """
        1: none
        2: section_fire:utility & oxygen_out:all
        """,
    "7-7.10": """
        1: generator_out
        2: section_fire:utility
        """,
    "7-8": """
        2: ->7-8.2 & ->7-8.a
        3: gunsight_out:tail_gunner & ->7-8.a
        4: superficial
        5: roll_wound:tail_gunner & ->7-8.a
        6: superficial
        7: nth_hit:7-8.7
        8: ->7-8.8
        9: gun_out:tail_turret & gun_out:tail_cannon
        10: ->7-8.8
        11: superficial
        12: superficial
        """,
    "7-8.2": """
        1-5: oxygen_out:tail_gunner
        6: section_fire:tail & oxygen_out:tail
        """,
    "7-8.7": """
        1-2: none
        3: rudder_out
        """,
    "7-8.8": """
        1-2: none
        3: elevator_out:port
        4: elevator_out:starboard
        5: tailplane_root_hit:port
        6: tailplane_root_hit:starboard
        """,
    "7-8.a": """
        1-5: none
        6: pressure_compromised:tail & only_if:pressurised & ->7-8.a.6
        """,
    "7-8.a.6": """
        1-5: none
        6: ->7-11
        """,
    "7-9": """
        2: controls_out:pilot
        3: alarm_bell_out
        4: gear_controls_out
        5: nth_hit:7-9.5
        6: autopilot_out
        7: superficial
        8: nth_hit:7-9.8
        9: nth_hit:7-9.9
        10: feathering_out
        11: flap_controls_out
        12: controls_out:copilot
        """,
    "7-9.5": """
        1: none
        2: elevators_out
        """,
    "7-9.8": """
        1: none
        2: rudder_out
        """,
    "7-9.9": """
        1: none
        2: ailerons_out
        """,
    "7-9.a": """
        -1..0: 0 | 0
        1: 1 | 0
        2: 2 | 1
        5: 5 | 2
        7: 7 | 3
        9: 9 | 4
        12: 12 | 6
        """,
    "7-9.b": """
        1-3: bail_out_one:8-4
        4-6: stays
        """,
    "7-9.c.main": """
        1-5: lowered
        6: stuck
        """,
    "7-9.c.nose": """
        1-5: extended
        6: stuck
        """,
    "7-9.e": """
        1-5: extended
        6: motor_burnt
        """,
    "7-10": """
        2: superficial
        3: fuel_transfer_out
        4: engine_bottles_out
        5: brakes_weak
        6: superficial
        7: fuel_indicators_out
        8: superficial
        9: ->7-10.9
        10: engine_cooling_out
        11: nth_hit:7-10.11
        12: superficial
        """,
    "7-10.9": """
        1-2: pressure_controls:cannot_depressurise
        3-4: pressure_controls:cannot_repressurise
        5-6: pressure_lost:all
        """,
    "7-10.11": """
        1: none
        2: electrics_out:7-10.c & may_abort
        """,
    "7-10.c": """
        loran: loran_out
        radio: radio_out:True
        radar: radar_out
        fuel_transfer: fuel_transfer_out
        elevators: elevators_out
        autopilot: autopilot_out:True
        rudder: rudder_out
        ailerons: ailerons_out
        feathering: feathering_out
        bomb_bay_doors: only_if:before_bomb_run & door_controls_out
        main_gear: gear_controls_out:main
        nose_gear: gear_controls_out:nose,True
        flaps: flap_controls_out
        hydraulic_pump: brakes_weak:True
        intercom: intercom_out
        engine_cooling: engine_cooling_out
        turrets: gun_out:all
        evasive_action: out
        """,
    "7-10.d": """
        1-5: moved
        6: motor_burnt
        """,
    "7-10.e": """
        1-5: lowered
        6: stuck
        """,
    "7-10.f": """
        1-5: extended
        6: stuck
        """,
    "7-10.g": """
        1-5: extended
        6: motor_burnt
        """,
    "7-11": """
        1-5: each_in_section:7-11.note & others_on_oxygen
        6: each_in_section:7-13 & each_in_section:7-11.note & others_on_oxygen
        """,
    "7-11.note": """
        1-5: on_oxygen
        6: ->7-13
        """,
    "7-12": """
        1-9: fire_out
        10-12: fire_burns_on
        """,
    "7-13": """
        0-3: wound:light
        4-5: wound:serious
        6-7: wound:killed
        """,
    "7-13.a": """
        2: shaken
        3: wound:serious
        4: wound:killed
        """,
    "7-13.b": """
        1: flies_next
        2-5: sent_home
        6: dies
        """,
    "7-14": """
        1-2: frostbite
        3-8: none
        """,
    "7-14.note": """
        1-3: flies_next
        4-6: sent_home
        """,
    "8-1": """
        -20..-3: all_killed:crash
        -2: plane:wrecked & each_crewman:7-13,hard_landing
        -1: plane:wrecked & each_crewman:7-13
        0: plane:written_off
        1: plane:repairable
        2-13: plane:sound
        """,
    "8-1.c": """
        1-5: none
        6: all_killed:explosion
        """,
    "8-1.d": """
        -9..-1: ->8-1.d.fire
        0-12: none
        """,
    "8-1.d.fire": """
        1-5: none
        6: all_killed:explosion
        """,
    "8-2": """
        1: sea_state:0,calm,1
        2: sea_state:-1,smooth,0
        3: sea_state:-1,smooth,0
        4: sea_state:-2,moderate,0
        5: sea_state:-3,rough,-1
        6: sea_state:-4,very_rough,-1
        7: sea_state:-5,high,-2
        8: sea_state:-6,very_high,-2
        """,
    "8-3": """
        -20..2: all_killed:ditching
        3: plane:wrecked & each_crewman:7-13,hard_landing & each_crewman:8-6
        4: each_crewman:7-13 & ditched & each_crewman:8-6
        5-14: ditched & each_crewman:8-6
        """,
    "8-4": """
        -1..1: ->8-4.1
        2-6: jumps
        """,
    "8-4.1": """
        1-5: jumps
        6: wound:killed
        """,
    "8-5": """
        1-5: wound:killed
        6: jumps
        """,
    "8-6": """
        -5..3: dies
        4-11: rescued
        """,
    "8-6.b": """
        1-3: returned
        4-6: captured & ->8-7
        """,
    "8-7": """
        0-3: dies
        4-6: liberated
        """,
}

SECTIONS = {
    "Tail": "tail",
    "Sup": "superficial",
    "FwdBB": "fwd_bomb_bay",
    "NavR": "nav_radio",
    "Nose": "nose",
    "Wing": "->5-11.a",
    "BB": "->5-11.b",
    "NoteC": "->5-11.c",
    "AftBB": "aft_bomb_bay",
    "Waist": "waist",
    "Util": "utility",
    "WalkD": "walk_fuselage",
    "WalkE": "walk_wings",
    "WalkF": "walk_level",
    "WingAS": "attacking_side_wing",
}

SHELLS = {  # down the page, one column of chart 5-11 a line, totals 2 to 12
    "front_high": "Tail Sup Sup FwdBB NavR Nose Wing BB Waist Util WalkD",
    "front_level": "Sup Sup Wing FwdBB NavR Nose Wing Wing Sup BB Waist",
    "front_low": "Tail WalkD Sup FwdBB NavR Nose Wing BB Waist Util BB",
    "side_high": "WalkD Nose NavR Sup FwdBB Wing AftBB Waist Util Tail WalkE",
    "side_level": "WingAS FwdBB Nose NavR Sup WingAS Waist Util Tail AftBB WalkF",
    "side_low": "Tail WalkE Sup NoteC FwdBB WingAS AftBB Waist Util WalkD BB",
    "rear_high": "Sup NavR BB Waist Wing Tail Wing Util AftBB WalkD Nose",
    "rear_level": "Wing Sup Tail Wing Sup Tail Sup Wing Util Waist Wing",
    "rear_low": "Sup NavR Sup Waist Tail Wing BB Util WalkD AftBB Nose",
    "dive": "Nose NavR Sup WalkD Sup Wing WalkE BB Waist Util Tail",
    "climb": "BB Nose NavR Sup Wing BB WalkD WalkE Waist Util Tail",
}

MODIFIERS = {
    "2-6": "night_mission -1, over_iwo_jima -1, over_tokyo +1, over_yokohama +1",
    "2-7": "expected_none -1, expected_heavy +1",
    "2-8": "missions_1_to_15 -4, expected_heavy +1, expected_none -1, expected_light -1",
    "3-1.day": "missions_1_to_10 -2",
    "3-2.12": "pilot_novice +1, pilot_veteran -1",
    "3-5": "not_enough_lift -1",
    "4-1": "engineer_novice -1, fuel_indicators_out -1, both_pumps_out -1, high_altitude +1, "
    "engineer_veteran +1",
    "4-2": "after_poor +1, after_bad +2, high_altitude -1",
    "4-3": "no_radar +1, wide_detour -1",
    "4-3.near": "in_formation +3",
    "4-4": "radar_works +2, weather_good +1, low_altitude +1, day_and_good +1, high_altitude -1, "
    "weather_bad -1, zone_night -2, over_water -3",
    "4-4.note": "navigator_novice -1, navigator_unfit -1, navigator_veteran +1, "
    "radar_operator_novice -1, radar_operator_veteran +1",
    "4-5": "navigator_veteran +1, weather_good +1, navigator_novice -1, navigator_unfit -2, "
    "navigator_tools_out -1, gyro_compass_out -1, high_altitude -1, weather_bad -1",
    "4-6": "navigator_unfit -1, navigator_tools_out -1, low_altitude -1, weather_bad -1, "
    "weather_good +1, high_altitude +1, zone_night +1",
    "4-6.note": "navigator_unfit -1",
    "4-7": "missions_1_to_10 -3, loran_out -3, far_missions_11_to_25 -2, weather_bad -1, "
    "radio_compass +1, far_missions_26_to_35 +1, zone_night +1, near_missions_11_to_25 +2",
    "4-8": "pilotage_wrong -3, dead_reckoning_wrong -2, celestial_wrong -1, celestial_right +1, "
    "radio_right +1, dead_reckoning_right +2, pilotage_right +3",
    "4-9.a": "in_formation +3",
    "4-9.d": "night_mission +1",
    "4-9.e": "high_altitude +1, engine_cooling_out +1",
    "4-9.e.6": "engine_weak -1",
    "4-9.f": "engineer_novice +1, engineer_unfit +1, fuel_indicators_out +1, engineer_veteran -1",
    "4-10.12": "weather_bad +2, weather_poor +1, windows_frosted +1",
    "4-11": "weather_bad -2, weather_poor -1, missed_before -2",
    "5-1": "expected_heavy +1, expected_none -1, gazetteer +1 each, high_altitude -2, "
    "low_altitude +1, weather_poor -1, weather_bad -2, tight_formation -1, difficult_assembly +1, "
    "escort_f6f -1, escort_p38 -1, escort_p51 -2, inbound +1, out_of_formation +2, "
    "formation_disrupted +1, iwo_jima_captured -1",
    "5-2": "high_altitude +1, low_altitude -1",
    "5-3.b": "evasive_action -1",
    "5-3.b.impact": "evasive_action -1",
    "5-3.c": "ace +1, green -1, evasive_action -1",
    "5-4": "from_front +1, from_rear -1",
    "5-5": "george +1",
    "5-7": "against_dive -3, tail_cannon -2, passing_shot -1, feed_trays_hit -1 each, ace -1, "
    "evasive_action -1, night_mission -1, searchlight -1, green +1, nick_or_irving +1, "
    "from_side +1, from_rear +2, against_climb +3",
    "5-8": "out_of_formation -1, night_mission -1, ramming +1, tail_cannon +2, "
    "forward_upper_turret +1",
    "5-8.regular": "out_of_formation -1, night_mission -1, ramming +1, tail_cannon +2, "
    "forward_upper_turret +1",
    "5-9": "green -1, ace +1, damaged -1 each, evasive_action -1, two_engines_out +1",
    "5-11.a": "from_right +1, from_left -1",
    "5-14": "weather_poor -1, weather_bad -2, evasive_action -1, lightly_defended -1, "
    "over_tokyo +1, over_nagoya +1, over_shimonoseki +1",
    "5-15": "resistance_heavy +1, resistance_light -1, searchlight +1",
    "5-15.a": "all_armed +1",
    "6-1": "weather_good +1, low_altitude +1, lead_bomber +1, weather_bad -1, high_altitude -1, "
    "tail_bomber -1",
    "6-2": "target_obscured -2, target_mostly_obscured -1, night_mission -1, high_altitude -1, "
    "lightly_defended -1, evasive_action -1, additional_flak -1, over_tokyo +1, over_nagoya +1, "
    "over_yokohama +1, low_with_engine_out +1, target_clear +1, searchlight +1",
    "6-6": "high_altitude -2, high_and_off_course -3, bomb_release_out -2, autopilot_out -2, "
    "formation_disrupted -1, night_mission -1, searchlight -1, radar_or_intercom_out -1, "
    "target_obscured -1, bombsight_out -1, bombardier_unfit -1, navigator_unfit -1, "
    "evasive_action -1, low_altitude +1, target_clear +1, urban_area +1, lead_bomber +0",
    "6-8": "lead_bomber +1, high_squadron +1, off_target +1, tail_bomber -1, low_squadron -1",
    "6-9.10": "low_squadron +1, high_squadron -1",
    "7-3.b": "both_pumps_work -1, both_pumps_out +1",
    "7-3.f.jettison": "man_in_bay -1",
    "7-5.d.wing": "wing_root_hits -1 each",
    "7-5.d.dive": "high_altitude -1",
    "7-5.e": "both_pumps_work -2, one_pump_works -1",
    "7-5.i": "night_mission +1",
    "7-5.m": "any_aileron_out -1 each, rudder_out -1",
    "7-5.p.dive": "high_altitude -1",
    "7-9.a": "engines_impaired -1 each",
    "7-12": "depressurised -1",
    "7-13": "turbulence -1, hard_landing +1",
    "7-14": "section_tight +1, depressurised_by_choice +1",
    "8-1": "pilot_veteran +1, nose_gear_damaged -1, flaps_out -1, ailerons_out -1, "
    "elevators_out -1, rudder_out -1, windshield_out -1, tailplane_lost -1, engine_out -1 each, "
    "brakes_weak -2, windmilling_prop -2 each, weather_poor -2, landing_at_night -2, "
    "burst_inside -2, weather_bad -3, runaway_prop -3 each, gear_up -3, nose_gear_wont_hold -4, "
    "landing_in_japan -4, brakes_out -6, no_pilot -10",
    "8-1.d": "fuel_left -1 each",
    "8-2": "weather_poor +1, weather_bad +2",
    "8-3": "pilot_veteran +1, weather_good +1, sea_state +1 each, weather_bad -1, "
    "bombs_aboard -1, flaps_out -1, ailerons_out -1, elevators_out -1, rudder_out -1, "
    "windshield_out -1, tailplane_lost -1, engine_out -1 each, windmilling_prop -2 each, "
    "burst_inside -2, landing_at_night -3, runaway_prop -3 each, one_bay_open -4, "
    "both_bays_open -5, no_pilot -10",
    "8-4": "no_warning -1, second_light_wound -1",
    "8-6": "zone_1 +2, zone_2 +1, zone_6_friendly +1, sea_state +1 each, weather_good +1, "
    "raft +1, missions_1_to_15 -1, weather_bad -1, zones_9_to_14 -1, seriously_wounded -1, "
    "radio_out -2",
    "8-7": "seriously_wounded -1",
}

NATURALS = {
    "5-3.b": "2 jam, 3 jam (tail_cannon)",
    "5-7": "2 jam, 3 jam (tail_cannon), 12 hit",
    "5-9": "12 hit",
    "8-1": "12 plane:by_total",
    "8-3": "12 ditched & each_crewman:8-6",
}


@pytest.fixture(scope="module")
def tables():
    return load_tables(FOLDER)


def say(result):
    """Write a result in the short form of this page."""
    if isinstance(result, Several):
        return " & ".join(map(say, result.results))
    if isinstance(result, Reference):
        column = f"[{result.column}]" if result.column else ""
        times = "" if result.times == 1 else f" x{result.times}"
        return f"->{result.table}{column}{''.join('+' + m for m in result.with_)}{times}"
    if isinstance(result, Effect):
        values = ["+".join(v) if isinstance(v, tuple) else str(v) for _, v in result.arguments]
        return result.name + (":" + ",".join(values) if values else "")
    if isinstance(result, RollResult):
        return str(result.dice)
    return "again" if type(result).__name__ == "Again" else str(result)


def totals(text):
    """List the totals or the label that a line stands for."""
    if re.fullmatch(r"-?\d+", text):
        return [int(text)]
    if match := re.fullmatch(r"(-?\d+)\.\.(-?\d+)|(\d+)-(\d+)", text):
        low, high = (int(n) for n in match.groups() if n is not None)
        return list(range(low, high + 1))
    if re.fullmatch(r"\d+(,\d+)+", text):
        return [int(n) for n in text.split(",")]
    return [text]


def entries(text):
    """Read the lines of one chart: total or label, then a result for each column."""
    for line in text.strip().splitlines():
        on, _, cells = line.strip().partition(": ")
        for total in totals(on):
            yield total, [" ".join(cell.split()) for cell in cells.split(" | ")]


CASES = [
    pytest.param(code, total, cells, id=f"{code} at {total}")
    for code, text in ROWS.items()
    for total, cells in entries(text)
]


@pytest.mark.parametrize(("code", "total", "cells"), CASES)
def test_row_says_what_the_second_entry_says(tables, code, total, cells):
    table = tables[code]

    found = [say(table.result(total, column)) for column in table.columns or (None,)]

    assert found == cells


@pytest.mark.parametrize("column", SHELLS)
def test_shells_of_an_attack_hit_where_the_second_entry_says(tables, column):
    found = [say(tables["5-11"].result(total, column)) for total in range(2, 13)]

    assert found == [SECTIONS[word] for word in SHELLS[column].split()]


def test_chart_5_11_has_a_column_for_every_attack(tables):
    assert list(tables["5-11"].columns) == list(SHELLS)


def test_every_table_but_the_reconstructed_ones_is_in_the_second_entry(tables):
    charts = {code for code in tables if code[0].isdigit()}
    left_out = {code for code in charts if code not in ROWS} - {"5-11"}

    assert left_out == {
        "3-3.1.again", "3-3.5.again",  # the same line again, for the second bottle
        "5-8.regular", "7-1.4", "7-6.5", "7-6.pressure", "7-6.pressure.6",
    }  # fmt: skip


def test_a_third_of_the_rows_of_every_table_is_in_the_second_entry(tables):
    thin = []
    for code, text in ROWS.items():
        table = tables[code]
        seen = {id(table.row(total)) for total, _ in entries(text)}
        if len(seen) * 3 < len(table.rows):
            thin.append(code)

    assert thin == []


@pytest.mark.parametrize("code", MODIFIERS)
def test_modifiers_are_those_of_the_second_entry(tables, code):
    found = [f"{m.id} {m.dm:+d}" + (" each" if m.per else "") for m in tables[code].modifiers]

    assert found == MODIFIERS[code].split(", ")


def test_no_other_table_has_modifiers(tables):
    modified = {table.id for table in tables.values() if table.modifiers}

    assert {code for code in modified if code[0].isdigit()} == set(MODIFIERS)


@pytest.mark.parametrize("code", NATURALS)
def test_natural_dice_decide_as_in_the_second_entry(tables, code):
    found = [
        f"{one.natural} {say(one.results[0])}"
        + (f" ({', '.join(one.columns)})" if one.columns else "")
        for one in tables[code].overrides
    ]

    assert found == NATURALS[code].split(", ")


def test_no_other_table_looks_at_natural_dice(tables):
    assert {table.id for table in tables.values() if table.overrides} == set(NATURALS)
